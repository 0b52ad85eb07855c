import { type Static, Type } from 'typebox';
import { CENTRE_CODE_MAX, LINE_NUMBER_MAX, OPERATOR_REASON_MAX, SLUG_MAX } from '../limits.ts';
import { FULFILMENT_STAGES } from '../rules/group-status.ts';
import { Instant, NullableInstant, NullableString, PositiveInteger, RowId, Uuid } from './basics.ts';

/** No reply about pickup contains a pickup code. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const done = <Data extends Parameters<typeof Type.Array>[0]>(data: Data) =>
  Type.Object({ success: Type.Literal(true), data });

export const OpsCentresReply = done(
  Type.Array(
    Type.Object({ code: Type.String(), name: Type.String(), city: Type.String(), active: Type.Boolean() }),
  ),
);
export type OpsCentresReply = Static<typeof OpsCentresReply>;

export const OpsCentreParams = Type.Object({ centre: text(CENTRE_CODE_MAX) });
export type OpsCentreParams = Static<typeof OpsCentreParams>;

const Line = {
  line: Type.Integer(),
  product: Type.String(),
  unit: NullableString,
  quantity: Type.Integer(),
};

/** The line can be collected since `readyAt`; null means that it cannot. */
export const LineState = {
  state: Type.Enum(['waiting', 'in_review', 'not_ready', 'collected', 'paid_back']),
  readyAt: NullableInstant,
  isOverdue: Type.Boolean(),
};

/** Each row is an order line with goods to collect; orders are sorted by surname. */
const CounterRow = Type.Object({
  ...Line,
  trackingNumber: Type.String(),
  surname: Type.String(),
  name: Type.String(),
  ...LineState,
  collectedAt: NullableInstant,
  collectedBy: NullableString,
  daysWaiting: Type.Union([Type.Integer(), Type.Null()]),
});
export const OpsPickupListReply = done(Type.Array(CounterRow));
export type OpsPickupListReply = Static<typeof OpsPickupListReply>;

export const OpsPickupOverdueReply = done(
  Type.Array(
    Type.Object({
      ...Line,
      trackingNumber: Type.String(),
      name: Type.String(),
      readyAt: Instant,
      daysWaiting: Type.Integer(),
      centre: Type.String(),
      centreName: Type.String(),
    }),
  ),
);
export type OpsPickupOverdueReply = Static<typeof OpsPickupOverdueReply>;

export const OpsPickupPlanReply = done(
  Type.Array(
    Type.Object({
      product: Type.String(),
      slug: Type.String(),
      unit: NullableString,
      stage: Type.String(),
      quantity: Type.Integer(),
      baseUnits: Type.Integer(),
      orders: Type.Integer(),
    }),
  ),
);
export type OpsPickupPlanReply = Static<typeof OpsPickupPlanReply>;

export const OpsOverdueQuery = Type.Object({ overdue: Type.Optional(Type.Boolean()) });
export type OpsOverdueQuery = Static<typeof OpsOverdueQuery>;

export const OpsPickupLinksReply = done(
  Type.Array(
    Type.Object({
      name: Type.String(),
      link: Type.String(),
      goods: Type.Array(Type.String()),
      /** The order lines of the message: `GB-ABCD1234:1`. */
      lines: Type.Array(Type.String()),
      isOverdue: Type.Boolean(),
      /** Time of the last message; null: some unsent. */
      writtenAt: NullableInstant,
      writtenBy: NullableString,
    }),
  ),
);
export type OpsPickupLinksReply = Static<typeof OpsPickupLinksReply>;

export const OpsPickupMessagesBody = Type.Object({
  lines: Type.Array(Type.String({ pattern: '^GB-[0-9A-Z]{8}:[1-9][0-9]{0,3}$' }), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
  }),
});
export type OpsPickupMessagesBody = Static<typeof OpsPickupMessagesBody>;

export const OpsPickupMessagesReply = done(
  Type.Object({ lines: Type.Array(Type.String()), writtenAt: Instant, writtenBy: Type.String() }),
);
export type OpsPickupMessagesReply = Static<typeof OpsPickupMessagesReply>;

const Stage = Type.Enum([...FULFILMENT_STAGES]);

/** `dryRun` reports the moves and makes none. `reason` is required when the reply has a warning. */
export const OpsBatchesBody = Type.Object({
  from: Stage,
  to: Stage,
  product: Type.Optional(text(SLUG_MAX)),
  reason: Type.Optional(text(OPERATOR_REASON_MAX)),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsBatchesBody = Static<typeof OpsBatchesBody>;

export const OpsBatchesReply = done(
  Type.Object({
    isDryRun: Type.Boolean(),
    found: Type.Array(
      Type.Object({
        groupId: Uuid,
        product: Type.String(),
        members: Type.Integer(),
        paidBack: Type.Integer(),
        uncollected: Type.Array(Type.Object({ name: Type.String(), trackingNumber: Type.String() })),
      }),
    ),
    leftOut: Type.Array(Type.Object({ product: Type.String(), why: Type.String() })),
    warning: NullableString,
    moved: Type.Integer(),
  }),
);
export type OpsBatchesReply = Static<typeof OpsBatchesReply>;

const MovedBatch = Type.Object({ groupId: Uuid, product: Type.String(), stays: NullableString });

/** The reply lists a centre's latest moves that can be undone, newest first. */
export const OpsMovesReply = done(
  Type.Array(
    Type.Object({
      moveId: Uuid,
      from: Stage,
      to: Stage,
      movedBy: Type.String(),
      movedAt: Instant,
      batches: Type.Array(MovedBatch),
    }),
  ),
);
export type OpsMovesReply = Static<typeof OpsMovesReply>;

export const OpsMoveParams = Type.Object({ moveId: Uuid });
export type OpsMoveParams = Static<typeof OpsMoveParams>;

export const OpsUndoMoveReply = done(
  Type.Object({ from: Stage, to: Stage, batches: Type.Array(MovedBatch), takenBack: Type.Integer() }),
);
export type OpsUndoMoveReply = Static<typeof OpsUndoMoveReply>;

/** `at` is when the goods were handed out offline, by the phone's clock. Without it they are still at the counter. */
export const OpsCollectBody = Type.Object({
  code: Type.String({ pattern: '^[0-9]{6}$', title: 'SIX-DIGITS' }),
  lines: Type.Array(PositiveInteger(LINE_NUMBER_MAX), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
  }),
  at: Type.Optional(Instant),
});
export type OpsCollectBody = Static<typeof OpsCollectBody>;

const HandedOut = Type.Object({
  trackingNumber: Type.String(),
  handedOut: Type.Array(Type.Object(Line)),
  kept: Type.Array(Type.Object({ ...Line, why: Type.String() })),
});

export const UNPROVEN_OUTCOMES = ['collected', 'confirmed', 'lost'] as const;

/** An order line was handed out offline with a code that the server later refused. */
export const UnprovenHandOut = Type.Object({
  ...Line,
  id: Type.Integer(),
  trackingNumber: Type.String(),
  name: Type.String(),
  centreName: Type.String(),
  givenAt: Instant,
  givenBy: Type.String(),
  refusal: Type.String(),
  outcome: Type.Union([Type.Enum([...UNPROVEN_OUTCOMES]), Type.Null()]),
  resolvedBy: NullableString,
  resolvedAt: NullableInstant,
});
export type UnprovenHandOut = Static<typeof UnprovenHandOut>;

export const OpsUnprovenReply = done(Type.Array(UnprovenHandOut));
export type OpsUnprovenReply = Static<typeof OpsUnprovenReply>;

export const OpsUnprovenParams = Type.Object({ id: RowId });
export type OpsUnprovenParams = Static<typeof OpsUnprovenParams>;

export const OpsResolveBody = Type.Object({
  outcome: Type.Enum([...UNPROVEN_OUTCOMES]),
  reason: text(OPERATOR_REASON_MAX),
});
export type OpsResolveBody = Static<typeof OpsResolveBody>;

/** A repeated call returns `after` from the audit line of the first one. */
export const OpsCollectReply = done(Type.Union([HandedOut, Type.Object({ after: HandedOut })]));
export type OpsCollectReply = Static<typeof OpsCollectReply>;
