import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsAnswerReviewBody,
  OpsReviewParams,
  OpsReviewsQuery,
  OpsReviewsReply,
} from '../schemas/ops/reviews.ts';

interface Judged {
  params: OpsReviewParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}

export const opsListReviews = defineEndpoint<{ query: OpsReviewsQuery; reply: OpsReviewsReply }>(
  'GET',
  '/api/ops/reviews',
);
export const opsAnswerReview = defineEndpoint<{
  params: OpsReviewParams;
  body: OpsAnswerReviewBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/reviews/:reviewId/answer');
export const opsHideReview = defineEndpoint<Judged>('POST', '/api/ops/reviews/:reviewId/hide');
export const opsUnhideReview = defineEndpoint<Judged>('POST', '/api/ops/reviews/:reviewId/unhide');
