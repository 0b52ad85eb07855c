import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAlarmChannels } from './alarms/alarm-channels.ts';
import { type AlarmService, createAlarmService } from './alarms/alarms.ts';
import { watchMachineHealth } from './alarms/machine-watch.ts';
import { type AppDeps, buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { mergeEnvironmentFile } from './config/environment-file.ts';
import { isDatabaseUnreachableError } from './db/connection/database-unreachable.ts';
import type { Database } from './db/database.ts';
import { openDatabaseListener } from './db/listener.ts';
import { readOrCreateServerSecrets } from './db/server-secrets.ts';
import { findMissingImageFiles } from './features/catalogue/import/missing-images.ts';
import { watchStoredSettings } from './features/catalogue/settings/stored-settings.ts';
import { type JobRunner, startJobRunner } from './jobs/runner.ts';
import { createAllJobs } from './jobs/schedule.ts';
import { openShopClock } from './lib/clock.ts';
import { openLiveEventSockets, SESSION_ENDED_PG_CHANNEL } from './live.ts';
import { loadPaymentSandboxModule } from './load-sandbox.ts';
import { maskSecrets, toLoggableError } from './log/log.ts';
import { formatStartMessage, type StartMessageContent } from './log/start-message.ts';
import { createMetricsRegistry, type MetricsRegistry } from './metrics/metrics.ts';
import { createFirstOwnerLink } from './ops/console/access/first-owner-service.ts';
import { countProviderCalls } from './provider/count-calls.ts';
import { createPaymentProvider } from './provider/create-provider.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { watchProviderHealth } from './provider/provider-watch.ts';
import { openWatchedDatabase } from './watched-database.ts';

const STOP_WITHIN_MS = 30_000;

interface Opened {
  /** Close functions of opened resources. They are called in reverse order when the server stops or fails to start. */
  closers: (() => unknown)[];
  /** Logger of the app, once it exists. */
  log?: FastifyBaseLogger;
  alarms?: AlarmService;
  jobs?: JobRunner;
}

async function closeAll({ closers }: Opened): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      complain('closing', error);
    }
  }
}

async function openShop(config: Config, opened: Opened): Promise<void> {
  const metrics = createMetricsRegistry();
  const channels = createAlarmChannels(config.alarms);
  const { database, watch } = await openWatchedDatabase(config, metrics, {
    log: () => opened.log,
    report: (level, line) => logLine(opened.log, level, line),
    channels,
    // Jobs that were due while the database was unreachable run at once when it is back.
    onReturn: () => opened.jobs?.wakeAll(),
    onOpen: (close) => opened.closers.push(close),
  });
  const { watched: db } = watch;
  mkdirSync(getImageFolder(config), { recursive: true });
  const listener = openDatabaseListener(database.connection);
  opened.closers.push(listener.close);
  const clock = await openShopClock(db, listener);
  opened.closers.push(clock.close);
  opened.closers.push(await watchStoredSettings(db, config));
  const deps: AppDeps = {
    config,
    db,
    isDatabaseAway: watch.isAway,
    clock,
    provider: openWatchedProvider(config, metrics, opened),
    metrics,
    secrets: await readOrCreateServerSecrets(db),
  };
  const sandbox = config.sandbox.isOn ? await loadPaymentSandboxModule() : undefined;
  if (config.hasDemo) await sandbox?.seedDemoShop(deps);
  const app = await buildApp(deps);
  opened.log = app.log;
  opened.alarms = createAlarmService(db, app.log);
  opened.closers.push(() => opened.jobs?.stop());
  // The app closes before its dependencies, so that running requests can finish.
  opened.closers.push(() => app.close());
  const live = openLiveEventSockets(app, deps);
  listener.listen(SESSION_ENDED_PG_CHANNEL, app.sharedServices.endedSessions.add);
  const wake = (job: string): void => opened.jobs?.wake(job);
  wakeAfterWrites(app, wake);
  await app.listen({ host: config.host, port: config.port });
  opened.closers.push(() => {
    app.stopping.isAnnounced = true;
    return pause(config.stopDrainMs);
  });
  const { jobsDb, connection } = database;
  const onError = (error: unknown, report: () => void): void =>
    isDatabaseUnreachableError(error) ? watch.noteError(error) : report();
  opened.jobs = startJobRunner({
    jobs: createAllJobs({ ...deps, db: jobsDb, live, log: app.log, channels, wake }),
    ...{ db: jobsDb, connection, listener },
    onError: (job, error) => onError(error, () => app.log.error({ job, err: error }, 'job failed')),
  });
  const madeLater = sandbox?.demoPictureHashes() ?? new Set();
  const machine = watchMachineHealth(jobsDb, {
    name: `${hostname()}:${config.port}`,
    dataDir: config.dataDir,
    findMissingImages: () => findMissingImageFiles(jobsDb, getImageFolder(config), madeLater),
    onError: (error) =>
      onError(error, () => app.log.warn({ err: error }, 'the machine could not be looked at')),
  });
  opened.closers.push(machine);
  clock.onMoved(() => opened.jobs?.wakeAll());
  // The demo's payments need the sandbox, which is listening now. If they fail, the shop starts without them.
  if (config.hasDemo) await sandbox?.seedDemoGroup(deps).catch((error) => complain('demo group', error));
  await printStartMessage(config, db, { place: database.place, demoShoppers: sandbox?.demoShoppers });
}

async function printStartMessage(config: Config, db: Database, facts: StartMessageContent): Promise<void> {
  // The shop serves requests already. If the database does not answer now, the start message is printed without the
  // first owner's link.
  const firstOwnerLink = await createFirstOwnerLink(db, config.publicUrl).catch((error) => {
    complain('first owner link', error);
    return undefined;
  });
  process.stdout.write(formatStartMessage(config, { ...facts, firstOwnerLink }));
}

const getImageFolder = ({ dataDir }: Config): string => join(dataDir, 'pictures');

/**
 * Opens the card provider with health checks and call counters. Log and alarms are opened later, so they are read from
 * `opened` at each call.
 */
function openWatchedProvider(config: Config, metrics: MetricsRegistry, opened: Opened): PaymentProvider {
  const endAlarms = (): void => {
    for (const kind of ['provider_refuses', 'provider_silent'] as const) opened.alarms?.end(kind);
  };
  // The first successful response ends outage alarms that an earlier process has left open.
  let isHeard = false;
  const noteCall: MetricsRegistry['noteProviderCall'] = (call, verdict) => {
    metrics.noteProviderCall(call, verdict);
    if (verdict === 'ok' && !isHeard) endAlarms();
    isHeard ||= verdict === 'ok';
  };
  return watchProviderHealth(countProviderCalls(createPaymentProvider(config), noteCall), (trouble) => {
    if (trouble) opened.alarms?.raise(`provider_${trouble.kind}`, '', { reason: trouble.reason });
    else {
      opened.log?.info('the card provider serves us again');
      endAlarms();
    }
  });
}

/** Wakes this instance's outbox job after a write; other instances find the row within a second. */
function wakeAfterWrites(app: FastifyInstance, wake: (job: string) => void): void {
  app.addHook('onResponse', async (request) => {
    if (request.method === 'GET') return;
    wake('outbox');
    if (request.url.includes('/webhook/')) wake('provider-events');
  });
}

function logLine(log: FastifyBaseLogger | undefined, level: 'error' | 'warn' | 'info', line: string): void {
  const msg = maskSecrets(line);
  if (log) log[level](msg);
  else
    process.stderr.write(`${JSON.stringify({ level, msg })}
`);
}

function complain(what: string, error: unknown): void {
  process.stderr.write(`${JSON.stringify({ level: 'error', what, err: toLoggableError(error) })}
`);
}

/** @returns the error as one plain sentence, or the list of configuration problems. */
function explainFailedStart(error: unknown, config: Config | null): string {
  if (error instanceof ConfigError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${config?.port} is in use already. Choose another one with PORT.`;
  if (code === 'EACCES' && config) return `Port ${config.port} on ${config.host} may not be opened.`;
  return `The shop could not start: ${maskSecrets(error instanceof Error ? error.message : String(error))}`;
}

async function start(): Promise<void> {
  const opened: Opened = { closers: [] };
  let config: Config | null = null;
  try {
    const read = readConfig(mergeEnvironmentFile(process.env));
    config = { ...read, dataDir: resolve(read.dataDir) };
    closeWithGrace({ delay: config.stopDrainMs + STOP_WITHIN_MS, logger: false }, async ({ err }) => {
      if (err) complain('stopping after an error', err);
      await closeAll(opened);
    });
    await openShop(config, opened);
  } catch (error) {
    process.stderr.write(`${explainFailedStart(error, config)}\n`);
    await closeAll(opened);
    process.exit(1);
  }
}

await start();
