import { writeAuditEntry } from '../audit/audit-log.ts';
import type { Queryable } from '../db/database.ts';
import type { AlarmKind } from './alarm-kinds.ts';

export interface AlarmCondition {
  kind: AlarmKind;
  /**
   * What the alarm is about: an invariant, topic, group or payment, never personal data. Empty when the alarm's kind
   * says everything.
   */
  subject: string;
  detail: string;
}

export interface AlarmDueForReport extends AlarmCondition {
  raisedAt: Date;
  toldAt: Date | null;
  overAt: Date | null;
  isEvent: boolean;
  /** Names of the channels that have reported the alarm. */
  toldBy: string[];
}

/** Stores an alarm. If the alarm of this kind and subject exists, it is confirmed, or begins again if it had ended. */
export async function upsertAlarm(db: Queryable, condition: AlarmCondition, isEvent: boolean): Promise<void> {
  await db.query(
    `INSERT INTO alarms AS a (kind, subject, detail, is_event)
     VALUES ($1, left($2, 200), left($3, 500), $4)
     ON CONFLICT (kind, subject) DO UPDATE SET detail = excluded.detail, seen_at = now(), over_at = NULL,
       raised_at = CASE WHEN a.over_at IS NULL THEN a.raised_at ELSE now() END`,
    [condition.kind, condition.subject, condition.detail, isEvent],
  );
}

export async function endAlarm(db: Queryable, kind: AlarmKind, subject: string): Promise<void> {
  await db.query(
    'UPDATE alarms SET over_at = now() WHERE kind = $1 AND subject = left($2, 200) AND over_at IS NULL',
    [kind, subject],
  );
}

/** Ends the alarms of these kinds that have no entry in `conditions`, the list of all conditions that still hold. */
export async function endAlarmsWhoseConditionEnded(
  db: Queryable,
  kinds: readonly AlarmKind[],
  conditions: readonly AlarmCondition[],
): Promise<void> {
  await db.query(
    `UPDATE alarms SET over_at = now() WHERE kind = ANY($1::text[]) AND over_at IS NULL
       AND NOT EXISTS (SELECT FROM unnest($2::text[], $3::text[]) AS cause (kind, subject)
         WHERE cause.kind = alarms.kind AND left(cause.subject, 200) = alarms.subject)`,
    [kinds, conditions.map(({ kind }) => kind), conditions.map(({ subject }) => subject)],
  );
}

/** Ends alarms that were not confirmed for `unseenSeconds`, because the instance that raised them may no longer run. */
export async function endUnconfirmedAlarms(
  db: Queryable,
  kinds: readonly AlarmKind[],
  unseenSeconds: number,
): Promise<void> {
  await db.query(
    `UPDATE alarms SET over_at = now() WHERE kind = ANY($1::text[]) AND over_at IS NULL
       AND seen_at < now() - make_interval(secs => $2)`,
    [kinds, unseenSeconds],
  );
}

export interface ActiveAlarm extends AlarmCondition {
  raisedAt: Date;
  toldAt: Date | null;
  toldBy: string[];
}

/** Finds alarms that have not ended, and one-time alarms that were not reported yet, oldest first. */
export function findActiveAlarms(db: Queryable): Promise<ActiveAlarm[]> {
  return db.query<ActiveAlarm>(
    `SELECT kind, subject, detail, raised_at AS "raisedAt", told_at AS "toldAt", told_by AS "toldBy"
     FROM alarms WHERE over_at IS NULL ORDER BY raised_at, kind, subject`,
  );
}

/** Finds alarms to report, oldest first: new ones, ended ones, and those last reported at least `repeatSeconds` ago. */
export function findAlarmsDueForReport(
  db: Queryable,
  repeatSeconds: number,
  limit: number,
): Promise<AlarmDueForReport[]> {
  return db.query<AlarmDueForReport>(
    `SELECT kind, subject, detail, raised_at AS "raisedAt", told_at AS "toldAt", over_at AS "overAt",
       is_event AS "isEvent", told_by AS "toldBy"
     FROM alarms
     WHERE over_at IS NOT NULL OR told_at IS NULL OR told_at <= now() - make_interval(secs => $1)
     ORDER BY raised_at, kind, subject LIMIT $2`,
    [repeatSeconds, limit],
  );
}

/** Records which channels have reported the alarm. An alarm that needs no further report moves to the history. */
export async function markAlarmReported(
  db: Queryable,
  alarm: AlarmDueForReport,
  reportedBy: string[],
): Promise<void> {
  const { kind, subject, overAt, isEvent } = alarm;
  const notifiedChannels = [...new Set([...alarm.toldBy, ...reportedBy])];
  const forgotten = await db.query(
    `WITH forgotten AS (
       DELETE FROM alarms WHERE kind = $1 AND subject = $2 AND (is_event OR $3 AND over_at IS NOT NULL) RETURNING 1)
     SELECT 1 FROM forgotten`,
    [kind, subject, overAt !== null],
  );
  if (forgotten.length > 0) await addAlarmToHistory(db, { ...alarm, toldBy: notifiedChannels });
  else if (!isEvent && overAt === null)
    await db.query('UPDATE alarms SET told_at = now(), told_by = $3 WHERE kind = $1 AND subject = $2', [
      kind,
      subject,
      notifiedChannels,
    ]);
}

export async function addAlarmToHistory(
  db: Queryable,
  { kind, subject, detail, raisedAt, overAt, toldBy }: Omit<AlarmDueForReport, 'toldAt' | 'isEvent'>,
): Promise<void> {
  const target = `alarm:${kind}`;
  await writeAuditEntry(db, {
    actor: 'system',
    action: PAST,
    target,
    after: { subject, detail, raisedAt, overAt, toldBy },
  });
}

const PAST = 'alarm.over';

/** An alarm that has ended and was reported, as the audit log stores it. `overAt` is null for a one-time alarm. */
export interface AlarmHistoryEntry extends AlarmCondition {
  raisedAt: string;
  overAt: string | null;
  /** Names of the channels that reported the alarm. */
  toldBy: string[];
}

export function findAlarmHistory(db: Queryable, limit: number): Promise<AlarmHistoryEntry[]> {
  return db.query<AlarmHistoryEntry>(
    `SELECT substr(target, 7) AS kind, after ->> 'subject' AS subject, after ->> 'detail' AS detail,
       after ->> 'raisedAt' AS "raisedAt", after ->> 'overAt' AS "overAt", coalesce(after -> 'toldBy', '[]') AS "toldBy"
     FROM audit_log WHERE actor = 'system' AND action = '${PAST}' ORDER BY created_at DESC, id DESC LIMIT $1`,
    [limit],
  );
}
