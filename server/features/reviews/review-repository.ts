import { REVIEWS_PER_PAGE } from '#contract/limits.ts';
import type { SaveReviewBody } from '#contract/schemas/review.ts';
import type { Queryable } from '../../db/database.ts';

const IS_SHOWN = 'r.hidden_at IS NULL AND r.withdrawn_at IS NULL';

export interface ProductReviewRow {
  id: number;
  stars: number;
  text: string;
  /** Full name of the reviewer; the public sees a short form. */
  name: string;
  writtenAt: Date;
  changedAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
}

/**
 * Finds a product's visible reviews, newest first. One more than a page is read, to find out whether there is a next
 * page.
 */
export async function findProductReviews(
  db: Queryable,
  productId: string,
  after: number | undefined,
): Promise<ProductReviewRow[]> {
  return db.query<ProductReviewRow>(
    `SELECT r.id, r.stars, r.text, u.name, r.created_at AS "writtenAt", r.changed_at AS "changedAt", r.answer,
       r.answered_at AS "answeredAt"
     FROM reviews r JOIN users u ON u.id = r.user_id
     WHERE r.product_id = $1 AND ${IS_SHOWN} AND ($2::bigint IS NULL OR r.id < $2)
     ORDER BY r.id DESC LIMIT $3`,
    [productId, after ?? null, REVIEWS_PER_PAGE + 1],
  );
}

export interface CollectedLineAndReviewRow {
  trackingNumber: string;
  lineNumber: string;
  collectedAt: Date;
  review: { stars: number; text: string; isHidden: boolean } | null;
}

const SELECT_OWN = `SELECT o.tracking_no AS "trackingNumber", i.line_no::text AS "lineNumber",
    i.collected_at AS "collectedAt",
    CASE WHEN r.id IS NULL OR r.withdrawn_at IS NOT NULL THEN NULL
      ELSE json_build_object('stars', r.stars, 'text', r.text, 'isHidden', r.hidden_at IS NOT NULL) END AS review
  FROM order_items i JOIN orders o ON o.id = i.order_id LEFT JOIN reviews r ON r.item_id = i.id
  WHERE i.user_id = $1 AND i.collected_at IS NOT NULL`;

/** Finds the shopper's collected order lines of a product with their reviews, newest first. */
export async function findCollectedLinesAndReviews(
  db: Queryable,
  userId: string,
  productId: string,
): Promise<CollectedLineAndReviewRow[]> {
  return db.query<CollectedLineAndReviewRow>(`${SELECT_OWN} AND i.product_id = $2 ORDER BY i.id DESC`, [
    userId,
    productId,
  ]);
}

export interface OrderLineIdentity {
  trackingNumber: string;
  lineNumber: number;
}

/** @returns null for an order line that is unknown, another shopper's, or not collected. */
export async function findCollectedLineAndReview(
  db: Queryable,
  userId: string,
  { trackingNumber, lineNumber }: OrderLineIdentity,
): Promise<CollectedLineAndReviewRow | null> {
  const [row] = await db.query<CollectedLineAndReviewRow>(
    `${SELECT_OWN} AND o.tracking_no = $2 AND i.line_no = $3`,
    [userId, trackingNumber, lineNumber],
  );
  return row ?? null;
}

/** Finds the shopper's order line, collected or not. */
export async function findShopperOrderLine(
  db: Queryable,
  userId: string,
  { trackingNumber, lineNumber }: OrderLineIdentity,
): Promise<{ itemId: number; isCollected: boolean } | null> {
  const [line] = await db.query<{ itemId: number; isCollected: boolean }>(
    `SELECT i.id AS "itemId", i.collected_at IS NOT NULL AS "isCollected"
     FROM order_items i JOIN orders o ON o.id = i.order_id
     WHERE o.tracking_no = $2 AND i.line_no = $3 AND i.user_id = $1`,
    [userId, trackingNumber, lineNumber],
  );
  return line ?? null;
}

/** Stores or changes the only review of a collected order line. Repeating it changes nothing. */
export async function upsertReview(
  tx: Queryable,
  itemId: number,
  { stars, text }: SaveReviewBody,
): Promise<void> {
  await tx.query(
    `INSERT INTO reviews AS r (item_id, user_id, product_id, stars, text)
     SELECT id, user_id, product_id, $2, $3 FROM order_items WHERE id = $1 AND collected_at IS NOT NULL
     ON CONFLICT (item_id) DO UPDATE SET stars = excluded.stars, text = excluded.text, withdrawn_at = NULL,
       changed_at = app_now()
     WHERE (r.stars, r.text) <> (excluded.stars, excluded.text) OR r.withdrawn_at IS NOT NULL`,
    [itemId, stars, text],
  );
}

/** Withdraws a review: deletes its text and the shop's answer. */
export async function withdrawReview(tx: Queryable, itemId: number): Promise<void> {
  await tx.query(
    `UPDATE reviews SET text = '', answer = NULL, answered_at = NULL, withdrawn_at = app_now()
     WHERE item_id = $1 AND withdrawn_at IS NULL`,
    [itemId],
  );
}
