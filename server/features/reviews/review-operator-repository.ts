import type { NotificationEventOfKind } from '#contract/notifications/events.ts';
import type { OpsReviewsQuery } from '#contract/schemas/ops/reviews.ts';
import type { Queryable } from '../../db/database.ts';
import type { ProductReviewRow } from './review-repository.ts';

/** A product review with the data that only operators see. */
interface OperatorReviewRow extends Omit<ProductReviewRow, 'name' | 'answeredAt'> {
  product: string;
  slug: string;
  userId: string;
  shopper: string;
  trackingNumber: string;
  hiddenAt: Date | null;
}

/** Finds reviews that were not withdrawn, newest first. */
export async function findReviewsForOperator(
  db: Queryable,
  { state, product, before, limit }: OpsReviewsQuery,
): Promise<OperatorReviewRow[]> {
  return db.query<OperatorReviewRow>(
    `SELECT r.id, p.title AS product, p.slug, r.user_id AS "userId", u.name AS shopper,
       o.tracking_no AS "trackingNumber", r.stars, r.text, r.created_at AS "writtenAt", r.changed_at AS "changedAt",
       r.hidden_at AS "hiddenAt", r.answer
     FROM reviews r JOIN products p ON p.id = r.product_id JOIN users u ON u.id = r.user_id
       JOIN order_items i ON i.id = r.item_id JOIN orders o ON o.id = i.order_id
     WHERE r.withdrawn_at IS NULL AND ($1::text IS NULL OR p.slug = $1)
       AND CASE $2 WHEN 'hidden' THEN r.hidden_at IS NOT NULL
         WHEN 'unanswered' THEN r.answer IS NULL AND r.hidden_at IS NULL ELSE true END
       AND ($3::bigint IS NULL OR r.id < $3)
     ORDER BY r.id DESC LIMIT $4`,
    [product ?? null, state ?? 'all', before ?? null, limit ?? null],
  );
}

/** Locks a review's row. @returns null for an unknown or withdrawn review. */
export async function lockReview(
  tx: Queryable,
  id: number,
): Promise<{ isAnswered: boolean; isHidden: boolean } | null> {
  const [review] = await tx.query<{ isAnswered: boolean; isHidden: boolean }>(
    `SELECT answer IS NOT NULL AS "isAnswered", hidden_at IS NOT NULL AS "isHidden" FROM reviews
     WHERE id = $1 AND withdrawn_at IS NULL FOR UPDATE`,
    [id],
  );
  return review ?? null;
}

/** @returns the notification for the reviewer; null: there is nothing to notify. */
export async function setReviewAnswer(
  tx: Queryable,
  id: number,
  answer: string,
): Promise<(NotificationEventOfKind<'review_answered'> & { userId: string }) | null> {
  const [review] = await tx.query<{
    userId: string;
    productId: string;
    slug: string;
    answeredAt: Date;
    isHidden: boolean;
  }>(
    `UPDATE reviews r SET answer = $2, answered_at = app_now() FROM products p
     WHERE r.id = $1 AND p.id = r.product_id AND r.answer IS DISTINCT FROM $2
     RETURNING r.user_id AS "userId", p.id AS "productId", p.slug, r.answered_at AS "answeredAt",
       r.hidden_at IS NOT NULL AS "isHidden"`,
    [id, answer],
  );
  if (!review || review.isHidden) return null;
  const { userId, productId, slug, answeredAt } = review;
  return { fact: 'review_answered', reviewId: id, userId, productId, slug, at: answeredAt.toISOString() };
}

export async function setReviewHidden(tx: Queryable, id: number, isHidden: boolean): Promise<void> {
  await tx.query(
    'UPDATE reviews SET hidden_at = CASE WHEN $2 THEN coalesce(hidden_at, app_now()) END WHERE id = $1',
    [id, isHidden],
  );
}
