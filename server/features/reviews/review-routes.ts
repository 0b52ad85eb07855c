import type { FastifyInstance } from 'fastify';
import { listProductReviews } from '#contract/endpoints.ts';
import { listOwnReviews, saveReview, withdrawReview } from '#contract/member-endpoints.ts';
import { ProductIdParams } from '#contract/schemas/group.ts';
import * as schemas from '#contract/schemas/review.ts';
import type { Database } from '../../db/database.ts';
import { addApiRoute } from '../../http/route.ts';
import { runIdempotentWrite } from '../../http/sessions/shopper-transaction.ts';
import { readOwnReviews, readProductReviews, saveOwnReview, withdrawOwnReview } from './review-service.ts';

export function registerReviewRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  addApiRoute(app, listProductReviews, {
    summary: "A product's reviews, newest first",
    auth: 'none',
    cache: 'public, no-cache',
    schema: {
      params: ProductIdParams,
      query: schemas.ProductReviewsQuery,
      reply: schemas.ProductReviewsReply,
    },
    handler: ({ params, query }) => readProductReviews(db, params.productId, query.after),
  });

  addApiRoute(app, listOwnReviews, {
    summary: "The caller's collected lines of a product, with their reviews",
    auth: 'user',
    cache: 'private, no-cache',
    schema: { params: ProductIdParams, reply: schemas.OwnReviewsReply },
    handler: async ({ user, params }) => ({
      success: true as const,
      data: await readOwnReviews(db, user.id, params.productId),
    }),
  });

  addApiRoute(app, saveReview, {
    summary: 'Write or change the review of a collected order line',
    auth: 'user',
    rateLimit: [{ name: 'review', limit: 20, windowMs: 60 * 60_000, by: 'account' }],
    schema: { params: schemas.OrderLineParams, body: schemas.SaveReviewBody, reply: schemas.OwnReviewReply },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => ({
        success: true as const,
        data: await saveOwnReview(tx, call.user.id, call.params, call.body),
      })),
  });

  addApiRoute(app, withdrawReview, {
    summary: "Withdraw the caller's review of an order line",
    auth: 'user',
    schema: { params: schemas.OrderLineParams, reply: schemas.OwnReviewReply },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => ({
        success: true as const,
        data: await withdrawOwnReview(tx, call.user.id, call.params),
      })),
  });
}
