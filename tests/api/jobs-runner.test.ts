import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { type DatabaseListener, openDatabaseListener } from '../../server/db/listener.ts';
import { wakeJob } from '../../server/db/wake-job.ts';
import { type Job, type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitForNotifyListeners } from '../support/listening.ts';

const HOUR_MS = 3_600_000;

let test: TestDatabase;
let db: Database;
let listener: DatabaseListener;
const runners: JobRunner[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
  listener = openDatabaseListener({ connectionString: test.connectionString });
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  await listener.close();
  await test.close();
});

function start(...jobs: Job[]): JobRunner {
  const connection = { connectionString: test.connectionString };
  const onError = (_: string, error: unknown) => errors.push(error);
  const runner = startJobRunner({ jobs, db, connection, listener, onError });
  runners.push(runner);
  return runner;
}

const until = (isTrue: () => boolean | Promise<boolean>) => expect.poll(isTrue, { interval: 10 }).toBe(true);

it('runs a job at once and then at its interval', async () => {
  let runs = 0;
  start({
    name: 'often',
    everyMs: 20,
    async run() {
      runs += 1;
    },
  });
  await until(() => runs >= 3);
});

it('runs a job when it is woken, also by a transaction of another process', async () => {
  let runs = 0;
  const runner = start({
    name: 'sleeper',
    everyMs: HOUR_MS,
    async run() {
      runs += 1;
    },
  });
  await until(() => runs === 1);
  runner.wake('sleeper');
  await until(() => runs === 2);
  await waitForNotifyListeners(db);
  await db.transaction((tx) => wakeJob(tx, 'sleeper'));
  await until(() => runs === 3);
});

it('runs a job once more when it is woken while it runs', async () => {
  let runs = 0;
  let letGo = (): void => undefined;
  const runner = start({
    name: 'busy',
    everyMs: HOUR_MS,
    run: () => {
      runs += 1;
      return new Promise((resolve) => {
        letGo = resolve;
      });
    },
  });
  await until(() => runs === 1);
  runner.wake('busy');
  await pause(50);
  expect(runs).toBe(1);
  letGo();
  await until(() => runs === 2);
  letGo();
});

it('runs a job on one of two instances at a time', async () => {
  let running = 0;
  let mostAtOnce = 0;
  let runs = 0;
  const job: Job = {
    name: 'alone',
    everyMs: 5,
    async run() {
      running += 1;
      runs += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await pause(20);
      running -= 1;
    },
  };
  start(job);
  start(job);
  await until(() => runs >= 10);
  expect(mostAtOnce).toBe(1);
});

it('goes on after a run that failed, and notes both', async () => {
  let runs = 0;
  start({
    name: 'shaky',
    everyMs: 10,
    async run() {
      runs += 1;
      if (runs === 1) throw new RangeError('phone +2348031234567 is odd');
    },
  });
  await until(() => runs >= 2);
  expect(errors.at(-1)).toBeInstanceOf(RangeError);
  const rows = () =>
    db.query<{ note: string | null; failures: number }>(
      `SELECT note, failures FROM job_runs WHERE job = 'shaky'`,
    );
  await until(async () => (await rows())[0]?.failures === 1);
  // Only the kind of error is stored, because its message may hold personal data.
  expect((await rows())[0]?.note).toBe('RangeError');
});

it('notes what is thrown without being an error as one', async () => {
  start({
    name: 'odd',
    everyMs: HOUR_MS,
    run: () => Promise.reject('in words'),
  });
  const rows = () => db.query<{ note: string | null }>(`SELECT note FROM job_runs WHERE job = 'odd'`);
  await until(async () => (await rows())[0]?.note === 'Error');
});

it('waits for a running job when it stops, tells it so, and starts none after', async () => {
  let runs = 0;
  let isFinished = false;
  const runner = start({
    name: 'last',
    everyMs: 1,
    async run({ isStopping }) {
      runs += 1;
      while (!isStopping()) await pause(5);
      isFinished = true;
    },
  });
  await until(() => runs === 1);
  await runner.stop();
  expect(isFinished).toBe(true);
  await pause(30);
  expect(runs).toBe(1);
});
