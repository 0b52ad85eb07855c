import Fastify from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { JOB_TITLES } from '../../server/jobs/job-titles.ts';
import { createOutboxLagJob } from '../../server/jobs/outbox-lag-job.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import type { OutboxLag } from '../../server/outbox/outbox.ts';
import { OUTBOX_TOPICS } from '../../server/outbox/outbox.ts';
import { recordEvents } from '../money/support/run-jobs.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

interface LogLine {
  topic?: string;
  alarm?: string;
}

const api = openFixtureForFile(startTestApi);
beforeEach(() => api.db.query('DELETE FROM outbox'));

/** Adds one outbox row. */
const leave = (topic: string, payload: object) =>
  api.db.query('INSERT INTO outbox (topic, dedupe_key, payload) VALUES ($1, $1, $2)', [
    topic,
    JSON.stringify(payload),
  ]);

/** Runs a job of one process 22 times on rows that are due. @returns its log lines. */
async function runOverAndOver(name: string): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  const { log } = Fastify({ logger: { stream: { write: (line) => lines.push(JSON.parse(line)) } } });
  const jobs = createAllJobs({ ...api.deps, live: recordEvents(), log, wake: () => undefined });
  const job = jobs.find((one) => one.name === name);
  for (let turn = 1; turn <= 22; turn += 1) {
    await api.db.query('UPDATE outbox SET available_at = now()');
    await job?.run({ isStopping: () => false });
  }
  return lines;
}

it('every job says in words what it does', () => {
  const { log } = Fastify();
  const jobs = createAllJobs({ ...api.deps, live: recordEvents(), log, wake: () => undefined });
  expect(jobs.map(({ name }) => name).sort()).toEqual(Object.keys(JOB_TITLES).sort());
});

it.each([
  { job: 'outbox', topic: 'notice', payload: { fact: 'group_moved', userId: 'nobody', groupId: 'none' } },
  {
    job: 'provider-events',
    topic: 'provider_event',
    payload: { eventId: 1e30, transactionId: '1', status: 'successful' },
  },
  { job: 'push', topic: 'push', payload: { userId: 'nobody', noticeId: 'none', endpoint: 'nowhere' } },
  { job: 'referral', topic: 'referral', payload: { userId: 'nobody' } },
])('a $topic row that cannot be done is given up after 20 tries, with one alarm', async (row) => {
  await leave(row.topic, row.payload);
  const lines = await runOverAndOver(row.job);
  expect(lines.filter(({ topic }) => topic === row.topic)).toHaveLength(20);
  expect(lines.filter(({ alarm }) => alarm === 'outbox_dead')).toEqual([lines[19]]);
  expect(
    await api.db.query('SELECT attempts, dead_at IS NOT NULL AS "isDead", done_at AS "doneAt" FROM outbox'),
  ).toEqual([{ attempts: 20, isDead: true, doneAt: null }]);
});

it.each([
  { job: 'outbox', topic: 'notice', payload: { fact: 'gift_received', userId: 'ada' } },
  { job: 'outbox', topic: 'group.update', payload: { group: 'rice' } },
  { job: 'provider-events', topic: 'provider_event', payload: { dispute: 1 } },
  { job: 'push', topic: 'push', payload: { userId: 'ada', phone: 'nowhere' } },
  { job: 'referral', topic: 'referral', payload: { userId: 7 } },
])(
  'a $topic row that says what this release does not know waits, with one alarm, and nothing waits behind it',
  async (row) => {
    await leave(row.topic, row.payload);
    const lines = await runOverAndOver(row.job);
    expect(lines).toMatchObject([{ alarm: 'outbox_unknown', topic: row.topic }]);
    const [left] = await api.db.query(
      `SELECT attempts, dead_at AS "deadAt", done_at AS "doneAt",
       extract(epoch FROM available_at - now())::float8 > 30 AS "isPutOff" FROM outbox WHERE topic = $1`,
      [row.topic],
    );
    expect(left).toEqual({ attempts: 0, deadAt: null, doneAt: null, isPutOff: true });
    expect((await api.call({ method: 'GET', url: '/readyz' })).status).toBe(200);
  },
);

it('the table takes the topics of the list, and every topic has its job', async () => {
  const [held] = await api.db.query<{ rule: string }>(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'outbox_topic_check'`,
  );
  const taken = [...(held?.rule ?? '').matchAll(/'([^']+)'/g)].map(([, topic]) => topic);
  expect(taken).toEqual(Object.keys(OUTBOX_TOPICS));
  const { log } = Fastify();
  const jobs = createAllJobs({ ...api.deps, live: recordEvents(), log, wake: () => undefined });
  const names = jobs.map(({ name }) => name);
  expect(Object.values(OUTBOX_TOPICS).filter(({ job }) => !names.includes(job))).toEqual([]);
});

it('a topic of a newer release waits for it, with an alarm after a minute, and is refused to this one', async () => {
  await expect(leave('gift', {})).rejects.toMatchObject({ code: '23514' });
  await api.db.query('ALTER TABLE outbox DROP CONSTRAINT outbox_topic_check');
  await leave('gift', {});
  const told = (
    await Promise.all(['outbox', 'push', 'referral', 'provider-events'].map(runOverAndOver))
  ).flat();
  expect(told).toEqual([]);
  await api.db.query(`UPDATE outbox SET available_at = now() - interval '2 minutes'`);
  const lines: OutboxLag[] = [];
  await createOutboxLagJob(api.db, (wait) => lines.push(wait)).run({ isStopping: () => false });
  expect(lines).toMatchObject([{ topic: 'gift', waiting: 1 }]);
  expect(await api.db.query('SELECT attempts, done_at AS "doneAt" FROM outbox')).toEqual([
    { attempts: 0, doneAt: null },
  ]);
  expect((await api.call({ method: 'GET', url: '/readyz' })).status).toBe(200);
});
