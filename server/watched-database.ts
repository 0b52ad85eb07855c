import type { FastifyBaseLogger } from 'fastify';
import type { AlarmChannel } from './alarms/alarm-channels.ts';
import { type AlarmDueForReport, addAlarmToHistory } from './alarms/alarms-repository.ts';
import { watchCommitsWaitingForReplica } from './alarms/commit-watch.ts';
import { createDatabaseOutageAlarm } from './alarms/database-outage-alarm.ts';
import type { AlarmReportOptions } from './alarms/report-alarms.ts';
import type { Config } from './config/config.ts';
import {
  type DatabaseOutageWatch,
  type DatabaseOutageWatchOptions,
  watchDatabaseOutages,
} from './db/connection/database-watch.ts';
import { openDatabase } from './db/open-database.ts';
import type { MetricsRegistry } from './metrics/metrics.ts';
import { registerDatabaseConnectionMetrics } from './metrics/shop-metrics.ts';

interface Watchers {
  /** Returns the app's logger once the app exists, else undefined. */
  log: () => FastifyBaseLogger | undefined;
  report: DatabaseOutageWatchOptions['report'];
  channels: readonly AlarmChannel[];
  onReturn: () => void;
  /** Receives the close function of each opened resource. */
  onOpen: (close: () => unknown) => void;
}

/** Opens the database. A loss is logged and reported to the watchers. */
export async function openWatchedDatabase(config: Config, metrics: MetricsRegistry, watchers: Watchers) {
  const { log, report, channels, onOpen } = watchers;
  let watch: DatabaseOutageWatch | undefined;
  const database = await openDatabase(config, (error) => watch?.noteError(error));
  onOpen(database.close);
  if (database.hasNewerRelease) {
    report(
      'warn',
      'A newer release runs on this database: its tables and functions stay, this release uses them.',
    );
  }
  const getReportOptions = (): AlarmReportOptions | undefined => {
    const to = log();
    return to && { shop: config.brandName, channels, log: to };
  };
  const storeInAlarmHistory = (alarm: AlarmDueForReport): void => {
    addAlarmToHistory(database.db, alarm).catch((error: unknown) =>
      log()?.warn({ err: error, kind: alarm.kind }, 'an alarm could not be kept: the log alone tells it'),
    );
  };
  const outageAlarm = createDatabaseOutageAlarm('database_away', getReportOptions, storeInAlarmHistory);
  watch = watchDatabaseOutages({
    ...{ db: database.db, revive: database.revive, report, onLoss: outageAlarm.onLoss },
    onReturn: () => {
      outageAlarm.onReturn();
      watchers.onReturn();
    },
  });
  onOpen(watch.close);
  const commitAlarm = createDatabaseOutageAlarm('commits_wait', getReportOptions, storeInAlarmHistory);
  onOpen(
    watchCommitsWaitingForReplica(watch.watched, {
      onWait: commitAlarm.onLoss,
      onReturn: commitAlarm.onReturn,
    }),
  );
  registerDatabaseConnectionMetrics(metrics, { request: database.db, job: database.jobsDb });
  return { database, watch };
}
