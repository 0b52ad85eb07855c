import { type Static, Type } from 'typebox';
import {
  LIST_ROWS_MAX,
  OPERATOR_REASON_LENGTH_MAX,
  REVIEW_LENGTH_MAX,
  SLUG_LENGTH_MAX,
} from '../../limits.ts';
import {
  IsoTimestamp,
  ListReply,
  NullableIsoTimestamp,
  NullableString,
  PositiveIntegerUpTo,
  RowId,
  RowIdCursor,
  TextUpTo,
  Uuid,
} from '../basics.ts';

/** `before` is the id of the last review of the previous page. */
export const OpsReviewsQuery = Type.Object({
  /** Filter by state; absent: all reviews that were not withdrawn, including hidden ones. */
  state: Type.Optional(Type.Enum(['unanswered', 'hidden'])),
  /** Filter by a product's slug. */
  product: Type.Optional(TextUpTo(SLUG_LENGTH_MAX)),
  before: Type.Optional(RowIdCursor),
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsReviewsQuery = Static<typeof OpsReviewsQuery>;

/** Lists reviews, newest first. */
export const OpsReviewsReply = ListReply({
  id: Type.Integer(),
  product: Type.String(),
  slug: Type.String(),
  userId: Uuid,
  shopper: Type.String(),
  trackingNumber: Type.String(),
  stars: Type.Integer(),
  text: Type.String(),
  writtenAt: IsoTimestamp,
  changedAt: NullableIsoTimestamp,
  hiddenAt: NullableIsoTimestamp,
  answer: NullableString,
});
export type OpsReviewsReply = Static<typeof OpsReviewsReply>;

export const OpsReviewParams = Type.Object({ reviewId: RowId });
export type OpsReviewParams = Static<typeof OpsReviewParams>;

/** `answer` is shown to everybody under the review; it replaces an earlier answer. */
export const OpsAnswerReviewBody = Type.Object({
  answer: TextUpTo(REVIEW_LENGTH_MAX),
  reason: TextUpTo(OPERATOR_REASON_LENGTH_MAX),
});
export type OpsAnswerReviewBody = Static<typeof OpsAnswerReviewBody>;
