import type { AlarmChannel } from '../alarms/alarm-channels.ts';
import type { AlarmKind } from '../alarms/alarm-kinds.ts';
import {
  type AlarmCondition,
  endAlarmsWhoseConditionEnded,
  endUnconfirmedAlarms,
  upsertAlarm,
} from '../alarms/alarms-repository.ts';
import { MACHINE_ALARM_KINDS, UNCONFIRMED_ALARM_SECONDS_MAX } from '../alarms/machine-watch.ts';
import { type AlarmReportOptions, reportDueAlarms } from '../alarms/report-alarms.ts';
import { countRecentRefusedOperatorSignIns } from '../audit/security-events.ts';
import type { Database } from '../db/database.ts';
import { findOverdueGroupReviews } from '../features/groups/group-closing-repository.ts';
import { countOverdueReconciliationItems } from '../features/payments/unallocated/unallocated-money-repository.ts';
import { countDeadOutboxRows } from '../outbox/dead-rows.ts';
import { readOutboxLags } from '../outbox/outbox.ts';
import { OUTBOX_LAG_ALARM_SECONDS } from './outbox-lag-job.ts';
import type { Job } from './runner.ts';

/**
 * Alarms whose conditions are read from database tables. Each run reads all conditions, so an alarm ends when its
 * condition is gone.
 */
const SEEN_IN_TABLES: readonly AlarmKind[] = [
  ...(['outbox_dead', 'outbox_lag', 'recon_overdue', 'review_overdue'] as const),
  'operator_guessed',
];
/** Number of operators' wrong passwords and codes within two hours that raises an alarm. */
const GUESSES = 20;

/** Reports each alarm to all channels once, then every 4 hours while it lasts, and at its end. */
export function createReportAlarmsJob(
  db: Database,
  options: AlarmReportOptions,
  openPush: () => Promise<AlarmChannel[]> = async () => [],
): Job {
  return {
    name: 'alarms',
    everyMs: 30_000,
    async run() {
      const conditions = await findAlarmConditions(db);
      for (const condition of conditions) await upsertAlarm(db, condition, false);
      await endAlarmsWhoseConditionEnded(db, SEEN_IN_TABLES, conditions);
      await endUnconfirmedAlarms(db, MACHINE_ALARM_KINDS, UNCONFIRMED_ALARM_SECONDS_MAX);
      await reportDueAlarms(db, { ...options, channels: [...options.channels, ...(await openPush())] });
    },
  };
}

async function findAlarmConditions(db: Database): Promise<AlarmCondition[]> {
  const [dead, waits, overdue, reviews, guesses] = await Promise.all([
    countDeadOutboxRows(db),
    readOutboxLags(db),
    countOverdueReconciliationItems(db),
    findOverdueGroupReviews(db),
    countRecentRefusedOperatorSignIns(db),
  ]);
  return [
    ...dead.map(({ topic, rows }) => ({
      kind: 'outbox_dead' as const,
      subject: topic,
      detail: `${rows} of them`,
    })),
    ...waits
      .filter(({ oldestSeconds }) => oldestSeconds >= OUTBOX_LAG_ALARM_SECONDS)
      .map(({ topic, waiting }) => ({
        kind: 'outbox_lag' as const,
        subject: topic,
        detail: `${waiting} wait`,
      })),
    ...(overdue > 0 ? [{ kind: 'recon_overdue' as const, subject: '', detail: `${overdue} of them` }] : []),
    ...(guesses >= GUESSES
      ? [{ kind: 'operator_guessed' as const, subject: '', detail: `${guesses} wrong tries in two hours` }]
      : []),
    ...reviews
      .filter((review) => !review.isShort && !review.isForgotten)
      .map(({ id }) => ({ kind: 'review_overdue' as const, subject: id, detail: '' })),
  ];
}
