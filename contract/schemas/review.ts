import { type Static, Type } from 'typebox';
import { REVIEW_LENGTH_MAX, REVIEW_STARS_MAX, TRACKING_NUMBER_LENGTH_MAX } from '../limits.ts';
import { DataReply, IsoTimestamp, NullableIsoTimestamp, PositiveIntegerUpTo, RowIdCursor } from './basics.ts';

/** The shop's public answer to a review. */
const ReviewAnswer = Type.Object({ text: Type.String(), answeredAt: IsoTimestamp });

const reviewFields = {
  stars: PositiveIntegerUpTo(REVIEW_STARS_MAX),
  /** The review's text; empty: the shopper gave stars only. */
  text: Type.String({ maxLength: REVIEW_LENGTH_MAX }),
};

/** A review as everybody sees it. */
export const ProductReview = Type.Object({
  id: Type.Integer(),
  ...reviewFields,
  /** The reviewer's short name, such as `Ada O.`. */
  writer: Type.String(),
  writtenAt: IsoTimestamp,
  changedAt: NullableIsoTimestamp,
  answer: Type.Union([ReviewAnswer, Type.Null()]),
});
export type ProductReview = Static<typeof ProductReview>;

/** `after` is the id of the last review of the previous page. */
export const ProductReviewsQuery = Type.Object({ after: Type.Optional(RowIdCursor) });
export type ProductReviewsQuery = Static<typeof ProductReviewsQuery>;

/** Lists a product's reviews, newest first. */
export const ProductReviewsReply = DataReply(Type.Array(ProductReview), { hasMore: Type.Boolean() });
export type ProductReviewsReply = Static<typeof ProductReviewsReply>;

export const OrderLineParams = Type.Object({
  trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_LENGTH_MAX }),
  lineNumber: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
});
export type OrderLineParams = Static<typeof OrderLineParams>;

export const SaveReviewBody = Type.Object(reviewFields);
export type SaveReviewBody = Static<typeof SaveReviewBody>;

/** An order line that the caller has collected and may review, with the review if there is one. */
export const OwnReview = Type.Object({
  trackingNumber: Type.String(),
  lineNumber: Type.String(),
  collectedAt: IsoTimestamp,
  review: Type.Union([
    Type.Object({
      ...reviewFields,
      /** True: an operator has hidden the review. It stays hidden when the shopper changes it. */
      isHidden: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});
export type OwnReview = Static<typeof OwnReview>;

export const OwnReviewReply = DataReply(OwnReview);
export type OwnReviewReply = Static<typeof OwnReviewReply>;
/** The caller's collected order lines of one product, newest first, each with its review if there is one. */
export const OwnReviewsReply = DataReply(Type.Array(OwnReview));
export type OwnReviewsReply = Static<typeof OwnReviewsReply>;
