import { type Static, Type } from 'typebox';
import {
  AUDIT_ACTOR_LENGTH_MAX,
  AUDIT_TARGET_LENGTH_MAX,
  JOB_NAME_LENGTH_MAX,
  LIST_ROWS_MAX,
  OPERATOR_SEARCH_LENGTH_MAX,
  OUTBOX_TOPIC_LENGTH_MAX,
} from '../../limits.ts';
import {
  IsoTimestamp,
  ListReply,
  NullableIsoTimestamp,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  RowIdCursor,
  TextUpTo,
} from '../basics.ts';

const alarm = {
  kind: Type.String(),
  subject: Type.String(),
  detail: Type.String(),
  says: Type.String(),
  raisedAt: IsoTimestamp,
};

export const OpsAlarmsReply = ListReply({
  ...alarm,
  toldAt: NullableIsoTimestamp,
  toldBy: Type.Array(Type.String()),
});
export type OpsAlarmsReply = Static<typeof OpsAlarmsReply>;

/** Past alarms, newest first. `channels` are the ways in which operators are notified. */
export const OpsAlarmHistoryReply = ObjectReply({
  channels: Type.Array(Type.String()),
  past: Type.Array(
    Type.Object({
      ...alarm,
      /** Time at which the alarm ended; null: the alarm reported a one-time event, which has no end. */
      overAt: NullableIsoTimestamp,
      /** Channels through which operators were notified of the alarm. */
      toldBy: Type.Array(Type.String()),
    }),
  ),
});
export type OpsAlarmHistoryReply = Static<typeof OpsAlarmHistoryReply>;

export const OpsFailedJobsReply = ListReply({
  job: Type.String(),
  /** Describes what the job does. */
  says: Type.String(),
  failedAt: IsoTimestamp,
  lastError: NullableString,
  runs: Type.Integer(),
  failures: Type.Integer(),
});
export type OpsFailedJobsReply = Static<typeof OpsFailedJobsReply>;

export const OpsJobParams = Type.Object({ job: TextUpTo(JOB_NAME_LENGTH_MAX) });
export type OpsJobParams = Static<typeof OpsJobParams>;

export const OpsOutboxBacklogReply = ListReply({
  topic: Type.String(),
  waiting: Type.Integer(),
  oldestSeconds: Type.Integer(),
});
export type OpsOutboxBacklogReply = Static<typeof OpsOutboxBacklogReply>;

export const OpsDeadOutboxRowsReply = ListReply({
  id: Type.Integer(),
  topic: Type.String(),
  lastError: NullableString,
  deadAt: IsoTimestamp,
});
export type OpsDeadOutboxRowsReply = Static<typeof OpsDeadOutboxRowsReply>;

/** `work` is the id of one failed task, or a topic whose failed tasks are all selected. */
export const OpsOutboxIdOrTopicParams = Type.Object({ work: TextUpTo(OUTBOX_TOPIC_LENGTH_MAX) });
export type OpsOutboxIdOrTopicParams = Static<typeof OpsOutboxIdOrTopicParams>;

/** Filters of the audit log. `target` is a record such as `order:GB-ABCD1234`; `before` is the last id seen. */
export const OpsAuditLogBody = Type.Object({
  q: Type.Optional(Type.String({ maxLength: OPERATOR_SEARCH_LENGTH_MAX })),
  kind: Type.Optional(Type.Enum(['acts', 'reads'])),
  by: Type.Optional(TextUpTo(AUDIT_ACTOR_LENGTH_MAX)),
  target: Type.Optional(TextUpTo(AUDIT_TARGET_LENGTH_MAX)),
  day: Type.Optional(Type.String({ format: 'date' })),
  before: Type.Optional(RowIdCursor),
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsAuditLogBody = Static<typeof OpsAuditLogBody>;

/** A shopper, order or other record that an audit entry is about, with what a link to its page needs. */
const AuditedRecord = Type.Object({
  kind: Type.Enum([
    ...(['order', 'payment', 'shopper', 'group', 'product', 'centre', 'proposal', 'recon'] as const),
    ...(['recovery', 'review', 'operator', 'task'] as const),
  ]),
  id: Type.String(),
  label: Type.String(),
});
export type AuditedRecord = Static<typeof AuditedRecord>;

export const OpsAuditLogReply = ListReply({
  id: Type.Integer(),
  at: IsoTimestamp,
  actor: Type.String(),
  ip: NullableString,
  action: Type.String(),
  /** Describes in words what the operator did. */
  title: Type.String(),
  target: Type.String(),
  /** Records that the audit entry is about, as far as they have a page in the console. */
  records: Type.Array(AuditedRecord),
  reason: NullableString,
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type OpsAuditLogReply = Static<typeof OpsAuditLogReply>;
