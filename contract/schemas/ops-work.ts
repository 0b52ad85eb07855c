import { type Static, Type } from 'typebox';
import { ACTOR_MAX, AUDIT_TARGET_MAX, LIST_MAX, TOPIC_MAX } from '../limits.ts';
import { AfterRowId, Instant, NullableInstant, NullableString, PositiveInteger } from './basics.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const alarm = {
  kind: Type.String(),
  subject: Type.String(),
  detail: Type.String(),
  says: Type.String(),
  raisedAt: Instant,
};

export const OpsAlarmsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Object({ ...alarm, toldAt: NullableInstant })),
});
export type OpsAlarmsReply = Static<typeof OpsAlarmsReply>;

/** Past alarms are sorted newest first. Without a channel nobody is notified of an alarm. */
export const OpsAlarmHistoryReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({
    channels: Type.Array(Type.String()),
    past: Type.Array(
      Type.Object({
        ...alarm,
        /** null: a momentary event. */
        overAt: NullableInstant,
      }),
    ),
  }),
});
export type OpsAlarmHistoryReply = Static<typeof OpsAlarmHistoryReply>;

export const OpsJobsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      job: Type.String(),
      failedAt: Instant,
      lastError: NullableString,
      runs: Type.Integer(),
      failures: Type.Integer(),
    }),
  ),
});
export type OpsJobsReply = Static<typeof OpsJobsReply>;

export const OpsOutboxReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({ topic: Type.String(), waiting: Type.Integer(), oldestSeconds: Type.Integer() }),
  ),
});
export type OpsOutboxReply = Static<typeof OpsOutboxReply>;

export const OpsDeadWorkReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({ id: Type.Integer(), topic: Type.String(), lastError: NullableString, deadAt: Instant }),
  ),
});
export type OpsDeadWorkReply = Static<typeof OpsDeadWorkReply>;

/** `work` is an outbox row's id, or a topic for all its rows. */
export const OpsWorkParams = Type.Object({ work: text(TOPIC_MAX) });
export type OpsWorkParams = Static<typeof OpsWorkParams>;

/** `by` is an operator's name, `before` the line at which the previous page ended. */
export const OpsAuditQuery = Type.Object({
  by: Type.Optional(text(ACTOR_MAX)),
  target: Type.Optional(text(AUDIT_TARGET_MAX)),
  day: Type.Optional(Type.String({ format: 'date' })),
  before: Type.Optional(AfterRowId),
  limit: Type.Optional(PositiveInteger(LIST_MAX)),
});
export type OpsAuditQuery = Static<typeof OpsAuditQuery>;

export const OpsAuditReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Instant,
      actor: Type.String(),
      ip: NullableString,
      action: Type.String(),
      target: Type.String(),
      reason: NullableString,
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
});
export type OpsAuditReply = Static<typeof OpsAuditReply>;
