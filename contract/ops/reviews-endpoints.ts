import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type * as reviews from '../schemas/ops/reviews.ts';

interface ReviewVisibilityChange {
  params: reviews.OpsReviewParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}

export const opsListReviews = defineGet<{ query: reviews.OpsReviewsQuery; reply: reviews.OpsReviewsReply }>(
  '/api/ops/reviews',
);
export const opsAnswerReview = definePost<{
  params: reviews.OpsReviewParams;
  body: reviews.OpsAnswerReviewBody;
  reply: OpsActionReply;
}>('/api/ops/reviews/:reviewId/answer');
export const opsHideReview = definePost<ReviewVisibilityChange>('/api/ops/reviews/:reviewId/hide');
export const opsUnhideReview = definePost<ReviewVisibilityChange>('/api/ops/reviews/:reviewId/unhide');
