import { type Static, Type } from 'typebox';
import {
  OPERATOR_REASON_LENGTH_MAX,
  ORDER_LINE_NUMBER_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
  SLUG_LENGTH_MAX,
} from '../../limits.ts';
import { FULFILMENT_STAGES } from '../../rules/group/group-status.ts';
import {
  DataReply,
  IsoTimestamp,
  ListReply,
  NullableIsoTimestamp,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  RowId,
  TextUpTo,
  Uuid,
} from '../basics.ts';

/** No reply about pickup contains a pickup code, because the code proves that the shopper is at the counter. */

export const OpsPickupCentreParams = Type.Object({ centre: TextUpTo(PICKUP_CENTRE_CODE_LENGTH_MAX) });
export type OpsPickupCentreParams = Static<typeof OpsPickupCentreParams>;

const Line = {
  line: Type.Integer(),
  product: Type.String(),
  unit: NullableString,
  quantity: Type.Integer(),
};

/** `readyAt` is the time since which the order line can be collected; null: it cannot be collected. */
export const orderLinePickupStateFields = {
  state: Type.Enum(['waiting', 'in_review', 'not_ready', 'collected', 'paid_back']),
  readyAt: NullableIsoTimestamp,
  isOverdue: Type.Boolean(),
};

/** An order line with goods to collect. The list is sorted by the shopper's surname. */
export const OpsPickupListReply = ListReply({
  ...Line,
  trackingNumber: Type.String(),
  surname: Type.String(),
  name: Type.String(),
  ...orderLinePickupStateFields,
  collectedAt: NullableIsoTimestamp,
  collectedBy: NullableString,
  daysWaiting: Type.Union([Type.Integer(), Type.Null()]),
});
export type OpsPickupListReply = Static<typeof OpsPickupListReply>;

export const OpsOverduePickupsReply = ListReply({
  ...Line,
  trackingNumber: Type.String(),
  name: Type.String(),
  readyAt: IsoTimestamp,
  daysWaiting: Type.Integer(),
  centre: Type.String(),
  centreName: Type.String(),
});
export type OpsOverduePickupsReply = Static<typeof OpsOverduePickupsReply>;

export const OpsGoodsByStageReply = ListReply({
  product: Type.String(),
  slug: Type.String(),
  unit: NullableString,
  stage: Type.String(),
  quantity: Type.Integer(),
  baseUnits: Type.Integer(),
  orders: Type.Integer(),
});
export type OpsGoodsByStageReply = Static<typeof OpsGoodsByStageReply>;

export const OpsPickupMessageLinksQuery = Type.Object({ overdue: Type.Optional(Type.Boolean()) });
export type OpsPickupMessageLinksQuery = Static<typeof OpsPickupMessageLinksQuery>;

export const OpsPickupMessageLinksReply = ListReply({
  name: Type.String(),
  link: Type.String(),
  goods: Type.Array(Type.String()),
  /** The order lines that the message is about, such as `GB-ABCD1234:1`. */
  lines: Type.Array(Type.String()),
  isOverdue: Type.Boolean(),
  /** Time of the last message to the shopper about these lines; null: no message named them all. */
  writtenAt: NullableIsoTimestamp,
  writtenBy: NullableString,
});
export type OpsPickupMessageLinksReply = Static<typeof OpsPickupMessageLinksReply>;

export const OpsRecordSentPickupMessagesBody = Type.Object({
  lines: Type.Array(
    Type.String({
      pattern: '^GB-[0-9A-Z]{8}:[1-9][0-9]{0,3}$',
      'x-refusal': 'A line is an order and the number of its line, for example GB-ABCD1234:1.',
    }),
    { minItems: 1, maxItems: 200, uniqueItems: true },
  ),
});
export type OpsRecordSentPickupMessagesBody = Static<typeof OpsRecordSentPickupMessagesBody>;

export const OpsRecordSentPickupMessagesReply = ObjectReply({
  lines: Type.Array(Type.String()),
  writtenAt: IsoTimestamp,
  writtenBy: Type.String(),
});
export type OpsRecordSentPickupMessagesReply = Static<typeof OpsRecordSentPickupMessagesReply>;

const Stage = Type.Enum([...FULFILMENT_STAGES]);

/**
 * `dryRun`: the reply describes the changes, and nothing changes. `reason` is required when the reply has a warning.
 */
export const OpsMoveBatchesBody = Type.Object({
  from: Stage,
  to: Stage,
  product: Type.Optional(TextUpTo(SLUG_LENGTH_MAX)),
  reason: Type.Optional(TextUpTo(OPERATOR_REASON_LENGTH_MAX)),
  dryRun: Type.Optional(Type.Boolean()),
});
export type OpsMoveBatchesBody = Static<typeof OpsMoveBatchesBody>;

export const OpsMoveBatchesReply = ObjectReply({
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
  /**
   * Warning that the centre gets more orders on a day than it can hand out. Unlike `warning` it requires no reason.
   */
  overload: NullableString,
  moved: Type.Integer(),
});
export type OpsMoveBatchesReply = Static<typeof OpsMoveBatchesReply>;

const MovedBatch = Type.Object({ groupId: Uuid, product: Type.String(), stays: NullableString });

/** The latest stage changes at a pickup centre that can be undone, newest first. */
export const OpsBatchMovesReply = ListReply({
  moveId: Uuid,
  from: Stage,
  to: Stage,
  movedBy: Type.String(),
  movedAt: IsoTimestamp,
  batches: Type.Array(MovedBatch),
});
export type OpsBatchMovesReply = Static<typeof OpsBatchMovesReply>;

export const OpsBatchMoveParams = Type.Object({ moveId: Uuid });
export type OpsBatchMoveParams = Static<typeof OpsBatchMoveParams>;

export const OpsUndoBatchMoveReply = ObjectReply({
  from: Stage,
  to: Stage,
  batches: Type.Array(MovedBatch),
  takenBack: Type.Integer(),
});
export type OpsUndoBatchMoveReply = Static<typeof OpsUndoBatchMoveReply>;

/** `at` is the time at which goods were handed out offline, by the phone's clock. Absent: they are handed out now. */
export const OpsHandOutOrderBody = Type.Object({
  code: Type.String({ pattern: '^[0-9]{6}$', title: 'SIX-DIGITS' }),
  lines: Type.Array(PositiveIntegerUpTo(ORDER_LINE_NUMBER_MAX), {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
  }),
  at: Type.Optional(IsoTimestamp),
});
export type OpsHandOutOrderBody = Static<typeof OpsHandOutOrderBody>;

const HandedOut = Type.Object({
  trackingNumber: Type.String(),
  handedOut: Type.Array(Type.Object(Line)),
  kept: Type.Array(Type.Object({ ...Line, why: Type.String() })),
});

export const INVALID_CODE_HAND_OUT_RESOLUTIONS = ['collected', 'confirmed', 'lost'] as const;

/** An order line that was handed out while offline, with a pickup code that the server later refused. */
export const InvalidCodeHandOut = Type.Object({
  ...Line,
  id: Type.Integer(),
  trackingNumber: Type.String(),
  name: Type.String(),
  centreName: Type.String(),
  givenAt: IsoTimestamp,
  givenBy: Type.String(),
  refusal: Type.String(),
  outcome: Type.Union([Type.Enum([...INVALID_CODE_HAND_OUT_RESOLUTIONS]), Type.Null()]),
  resolvedBy: NullableString,
  resolvedAt: NullableIsoTimestamp,
});
export type InvalidCodeHandOut = Static<typeof InvalidCodeHandOut>;

export const OpsInvalidCodeHandOutsReply = DataReply(Type.Array(InvalidCodeHandOut));
export type OpsInvalidCodeHandOutsReply = Static<typeof OpsInvalidCodeHandOutsReply>;

export const OpsInvalidCodeHandOutParams = Type.Object({ id: RowId });
export type OpsInvalidCodeHandOutParams = Static<typeof OpsInvalidCodeHandOutParams>;

export const OpsResolveInvalidCodeHandOutBody = Type.Object({
  outcome: Type.Enum([...INVALID_CODE_HAND_OUT_RESOLUTIONS]),
  reason: TextUpTo(OPERATOR_REASON_LENGTH_MAX),
});
export type OpsResolveInvalidCodeHandOutBody = Static<typeof OpsResolveInvalidCodeHandOutBody>;

/** A repeated call returns `after`: the first call's result, as the audit log has stored it. */
export const OpsHandOutOrderReply = DataReply(Type.Union([HandedOut, Type.Object({ after: HandedOut })]));
export type OpsHandOutOrderReply = Static<typeof OpsHandOutOrderReply>;
