import { opsListReviews } from '#contract/ops/reviews-endpoints.ts';
import { OpsReviewsQuery, OpsReviewsReply } from '#contract/schemas/ops/reviews.ts';
import { findReviewsForOperator } from '../../../features/reviews/review-operator-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireNamedRecords } from '../named-records.ts';

const LINES = 50;

export const reviewListAction = defineAction({
  name: 'review list',
  summary: 'What shoppers wrote about products that they collected, newest first, hidden reviews included.',
  roles: ['support', 'ops', 'finance'],
  body: OpsReviewsQuery,
  console: defineConsoleEndpoint(opsListReviews, OpsReviewsReply),
  async run(context, { limit = LINES, ...query }) {
    await requireNamedRecords(context, { product: query.product, review: query.before });
    return {
      data: await findReviewsForOperator(context.db, { ...query, limit }),
      lookedAt: 'reviews',
    };
  },
});
