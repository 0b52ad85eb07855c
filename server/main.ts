import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import { openChannels } from './alarms/alarm-channels.ts';
import { type Alarms, openAlarms } from './alarms/alarms.ts';
import { type DueAlarm, keepPastAlarm } from './alarms/alarms-repository.ts';
import { awayAlarm } from './alarms/away-alarm.ts';
import { watchCommits } from './alarms/commit-watch.ts';
import { watchMachine } from './alarms/machine-watch.ts';
import type { Telling } from './alarms/tell-alarms.ts';
import { type AppDeps, buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { readEnvironment } from './config/environment-file.ts';
import { isDatabaseAway } from './db/connection/database-away.ts';
import { type DatabaseWatch, watchDatabase } from './db/connection/database-watch.ts';
import { openListener } from './db/listener.ts';
import { openDatabase } from './db/open-database.ts';
import { openPublicReads } from './db/public-reads.ts';
import { openServerSecrets } from './db/server-secrets.ts';
import { findMissingPictures } from './features/catalogue/import/missing-pictures.ts';
import { type JobRunner, startJobs } from './jobs/runner.ts';
import { listJobs } from './jobs/schedule.ts';
import { openClock } from './lib/clock.ts';
import { openLive, SESSION_ENDED_CHANNEL } from './live.ts';
import { loadSandbox } from './load-sandbox.ts';
import { describeError, scrub } from './log/log.ts';
import { startMessage } from './log/start-message.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { showConnections, showReplica } from './metrics/shop-figures.ts';
import { countCalls } from './provider/count-calls.ts';
import { openProvider } from './provider/open-provider.ts';
import { type ProviderTrouble, watchProvider } from './provider/provider-watch.ts';

const STOP_WITHIN_MS = 30_000;

/** The app's, once there is one. */
let log: FastifyBaseLogger | undefined;

/** What has been opened so far, to be closed in the opposite order, at a stop as at a start that failed. */
const closers: (() => unknown)[] = [];

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      complain('closing', error);
    }
  }
}

async function openShop(config: Config): Promise<void> {
  let watch: DatabaseWatch | undefined;
  let jobs: JobRunner | undefined;
  const metrics = openMetrics();
  const database = await openDatabase(
    config,
    (error) => watch?.noteError(error),
    (pool) => (seconds, isOk) => metrics.noteStatement(pool, seconds, isOk),
  );
  closers.push(database.close);
  if (database.hasNewerRelease) {
    tellLine(
      'warn',
      'A newer release runs on this database: its tables and functions stay, this release uses them.',
    );
  }
  const { jobsDb, connection } = database;
  const channels = openChannels(config.alarms);
  const telling = (): Telling | undefined => log && { shop: config.brandName, channels, log };
  const keepPast = (alarm: DueAlarm): void => {
    keepPastAlarm(database.db, alarm).catch((error: unknown) =>
      log?.warn({ err: error, kind: alarm.kind }, 'an alarm could not be kept: the log alone tells it'),
    );
  };
  const tellAway = awayAlarm('database_away', telling, keepPast);
  watch = watchDatabase({
    db: database.db,
    revive: database.revive,
    tell: tellLine,
    onLoss: tellAway.onLoss,
    onReturn: () => {
      tellAway.onReturn();
      // What became due meanwhile is done at once.
      jobs?.wakeAll();
    },
  });
  closers.push(watch.close);
  const { watched: db, noteError } = watch;
  const tellWaiting = awayAlarm('commits_wait', telling, keepPast);
  closers.push(watchCommits(db, { onWait: tellWaiting.onLoss, onReturn: tellWaiting.onReturn }));
  const replica =
    config.databaseReadUrl === undefined
      ? undefined
      : openPublicReads({
          connectionString: config.databaseReadUrl,
          primary: db,
          tell: tellLine,
          onStatement: (seconds, isOk) => metrics.noteStatement('replica', seconds, isOk),
        });
  showConnections(metrics, {
    ...{ request: database.db, job: jobsDb },
    ...(replica && { replica }),
  });
  if (replica) {
    closers.push(replica.close);
    showReplica(metrics, replica.isUsed);
  }
  const pictureFolder = join(config.dataDir, 'pictures');
  mkdirSync(pictureFolder, { recursive: true });
  const listener = openListener(connection);
  closers.push(listener.close);
  const clock = await openClock(db, listener);
  closers.push(clock.close);
  let alarms: Alarms | undefined;
  const endProviderAlarms = (): void => {
    for (const kind of ['provider_refuses', 'provider_silent'] as const) alarms?.end(kind);
  };
  // What an earlier process raised ends with the first answer that this one gets.
  let isHeard = false;
  const noteCall: Metrics['noteProviderCall'] = (call, verdict) => {
    metrics.noteProviderCall(call, verdict);
    if (verdict === 'ok' && !isHeard) endProviderAlarms();
    isHeard ||= verdict === 'ok';
  };
  /** Nothing is asked of the provider before there is an app to serve. */
  const tellOfProvider = (trouble: ProviderTrouble | null): void => {
    if (trouble) alarms?.raise(`provider_${trouble.kind}`, '', { reason: trouble.reason });
    else {
      log?.info('the card provider serves us again');
      endProviderAlarms();
    }
  };
  const provider = openProvider(config);
  const deps: AppDeps = {
    config,
    db,
    ...(replica && { publicReads: replica }),
    isDatabaseAway: watch.isAway,
    clock,
    provider: watchProvider(countCalls(provider, noteCall), tellOfProvider),
    metrics,
    secrets: await openServerSecrets(db),
  };
  const sandbox = config.sandbox.isOn ? await loadSandbox() : undefined;
  if (config.hasDemo) await sandbox?.seedDemoShop(deps);
  const app = await buildApp(deps);
  log = app.log;
  alarms = openAlarms(db, app.log);
  closers.push(() => jobs?.stop());
  // Closed first: requests in flight are finished while everything they need is still there.
  closers.push(() => app.close());
  const live = openLive(app, deps);
  listener.listen(SESSION_ENDED_CHANNEL, app.platform.endedSessions.add);
  const wake = (job: string): void => jobs?.wake(job);
  // What a write left in the outbox is told at once on this instance; the others look every second.
  app.addHook('onResponse', async (request) => {
    if (request.method === 'GET') return;
    wake('outbox');
    if (request.url.includes('/webhook/')) wake('provider-events');
  });
  await app.listen({ host: config.host, port: config.port });
  closers.push(() => {
    app.stopping.isAnnounced = true;
    return pause(config.stopDrainMs);
  });
  jobs = startJobs({
    jobs: listJobs({ ...deps, db: jobsDb, live, log: app.log, channels, wake }),
    db: jobsDb,
    connection,
    listener,
    onError: (job, error) => {
      if (isDatabaseAway(error)) noteError(error);
      else app.log.error({ job, err: error }, 'job failed');
    },
  });
  const madeLater = sandbox?.demoPictureHashes() ?? new Set();
  closers.push(
    watchMachine(jobsDb, {
      name: `${hostname()}:${config.port}`,
      dataDir: config.dataDir,
      findMissingPictures: () => findMissingPictures(jobsDb, pictureFolder, madeLater),
      onError: (error) => {
        if (isDatabaseAway(error)) noteError(error);
        else app.log.warn({ err: error }, 'the machine could not be looked at');
      },
    }),
  );
  // A moved clock makes deadlines due at once.
  clock.onMoved(jobs.wakeAll);
  // The demo group is paid at the sandbox, which answers only now. A shop without it is still a shop.
  if (config.hasDemo) await sandbox?.seedDemoGroup(deps).catch((error) => complain('demo group', error));
  process.stdout.write(startMessage(config, database.place, sandbox?.demoShoppers));
}

function tellLine(level: 'error' | 'warn' | 'info', line: string): void {
  const msg = scrub(line);
  if (log) log[level](msg);
  else process.stderr.write(`${JSON.stringify({ level, msg })}\n`);
}

function complain(what: string, error: unknown): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', what, err: describeError(error) })}\n`);
}

/** @returns one plain sentence, or the list of what is wrong with the configuration. */
function explainFailedStart(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${config?.port} is in use already. Choose another one with PORT.`;
  if (code === 'EACCES' && config) return `Port ${config.port} on ${config.host} may not be opened.`;
  return `The shop could not start: ${scrub(error instanceof Error ? error.message : String(error))}`;
}

let config: Config | null = null;
try {
  const read = readConfig(readEnvironment(process.env));
  config = { ...read, dataDir: resolve(read.dataDir) };
  closeWithGrace({ delay: config.stopDrainMs + STOP_WITHIN_MS, logger: false }, async ({ err }) => {
    if (err) complain('stopping after an error', err);
    await closeAll();
  });
  await openShop(config);
} catch (error) {
  process.stderr.write(`${explainFailedStart(error, config)}\n`);
  await closeAll();
  process.exit(1);
}
