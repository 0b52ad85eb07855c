import { mkdirSync } from 'node:fs';
import type { FastifyBaseLogger, InjectOptions } from 'fastify';
import { type AppDeps, buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import { watchDatabaseOutages } from '../../../server/db/connection/database-watch.ts';
import { openDatabase } from '../../../server/db/open-database.ts';
import { readOrCreateServerSecrets } from '../../../server/db/server-secrets.ts';
import { createAccessTokenService } from '../../../server/http/sessions/tokens.ts';
import { createAllJobs } from '../../../server/jobs/schedule.ts';
import { openShopClock } from '../../../server/lib/clock.ts';
import { runOpsCommand } from '../../../server/ops/run-command.ts';
import type { LiveEventSender } from '../../../server/realtime/publish.ts';
import { createSandboxProviderClient } from '../../support/card-provider.ts';

/** How long the shop waits for an answer when the sandbox is silent. */
const SILENCE_MS = 1_000;

/** The result of a call or a command. */
export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // Read by what the call is known to answer.
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any call
  body: any;
}

/** The whole shop in this process, opened as `server/main.ts` does, except that steps and not timers run its jobs. */
export interface RandomShop {
  deps: AppDeps;
  tokens: ReturnType<typeof createAccessTokenService>;
  url: string;
  call(request: InjectOptions): Promise<Answer>;
  /** Runs an operator's command. A word may contain spaces. The status is 200, or 400 when the command is refused. */
  ops(...words: string[]): Promise<Answer>;
  /** The names of all jobs of the shop. */
  jobNames: readonly string[];
  /** Runs a job once. */
  runJob(name: string): Promise<void>;
  /** Counts the calls, commands and job runs until now, except those that failed because the database was down. */
  done(): number;
  /** Reads the clock's offset again after a step has moved the clock. */
  refreshClock(): Promise<void>;
  close(): Promise<void>;
}

const NOBODY_LISTENS: LiveEventSender = {
  notification: () => undefined,
  groupSuccessful: () => undefined,
  purchase: () => undefined,
  groupMoved: () => undefined,
};

export async function openRandomShop(place: {
  databaseUrl: string;
  dataDir: string;
  port: number;
}): Promise<RandomShop> {
  const { databaseUrl, dataDir, port } = place;
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(dataDir, { recursive: true });
  const config = readConfig({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port), DEMO: '0', LOG_LEVEL: 'error' },
    ...{ RATE_LIMIT_FACTOR: '1000000', SANDBOX_SPEED: '18000' },
  });
  let noteError: (error: unknown) => void = () => undefined;
  const database = await openDatabase(config, (error) => noteError(error));
  const watch = watchDatabaseOutages({ db: database.db, report: () => undefined });
  noteError = watch.noteError;
  const db = watch.watched;
  const clock = await openShopClock(db);
  const patience = { lookupTimeoutMs: SILENCE_MS, commandTimeoutMs: SILENCE_MS };
  const secrets = await readOrCreateServerSecrets(db);
  const provider = createSandboxProviderClient(url, patience);
  const deps: AppDeps = { config, db, isDatabaseAway: watch.isAway, clock, provider, secrets };
  const app = await buildApp(deps);
  await app.listen({ port, host: '127.0.0.1' });
  const log = app.log as FastifyBaseLogger;
  const jobs = createAllJobs({
    ...deps,
    ...{ db: database.jobsDb, live: NOBODY_LISTENS, log, wake: () => undefined },
  });
  let done = 0;
  return {
    ...{ deps, url, tokens: createAccessTokenService(secrets), refreshClock: clock.refresh },
    jobNames: jobs.map(({ name }) => name),
    async call(request) {
      const { statusCode, headers, body } = await app.inject(request);
      if (statusCode !== 503) done += 1;
      const isJson = String(headers['content-type'] ?? '').includes('json');
      return { status: statusCode, headers, body: isJson && body !== '' ? JSON.parse(body) : body };
    },
    async ops(...words) {
      const { exitCode, stdout } = await runOpsCommand([...words, '--json'], async () => deps);
      done += 1;
      return { status: exitCode === 0 ? 200 : 400, headers: {}, body: JSON.parse(stdout) };
    },
    async runJob(name) {
      await jobs.find((job) => job.name === name)?.run({ isStopping: () => false });
      done += 1;
    },
    done: () => done,
    async close() {
      await app.close();
      clock.close();
      await watch.close();
      await database.close();
    },
  };
}
