import { REVIEWS_PER_PAGE } from '#contract/limits.ts';
import { formatShortName } from '#contract/rules/people/short-name.ts';
import { getReviewTextError, normalizeReviewText } from '#contract/rules/text/review-text.ts';
import type * as schemas from '#contract/schemas/review.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import {
  type CollectedLineAndReviewRow,
  findCollectedLineAndReview,
  findCollectedLinesAndReviews,
  findProductReviews,
  findShopperOrderLine,
  type OrderLineIdentity,
  type ProductReviewRow,
  upsertReview,
  withdrawReview,
} from './review-repository.ts';

/** Reads one page of a product's visible reviews. @param after id at which the previous page ended. */
export async function readProductReviews(
  db: Queryable,
  productId: string,
  after?: number,
): Promise<schemas.ProductReviewsReply> {
  const rows = await findProductReviews(db, productId, after);
  const data = rows.slice(0, REVIEWS_PER_PAGE).map(presentReview);
  return { success: true, data, hasMore: rows.length > REVIEWS_PER_PAGE };
}

export async function readOwnReviews(
  db: Queryable,
  userId: string,
  productId: string,
): Promise<schemas.OwnReview[]> {
  return (await findCollectedLinesAndReviews(db, userId, productId)).map(presentOwnReview);
}

/**
 * Stores or changes the shopper's review of a collected order line.
 * @throws {DomainError} `not_found`, `review_not_collected`, `review_text_refused`.
 */
export async function saveOwnReview(
  tx: Queryable,
  userId: string,
  line: schemas.OrderLineParams,
  { stars, text: typed }: schemas.SaveReviewBody,
): Promise<schemas.OwnReview> {
  const text = normalizeReviewText(typed);
  const problem = getReviewTextError(text);
  if (problem) throw new DomainError('review_text_refused', problem);
  const key = toKey(line);
  await upsertReview(tx, await requireCollectedItem(tx, userId, key), { stars, text });
  return readOwnReview(tx, userId, key);
}

/**
 * Withdraws the shopper's review; without a review nothing changes.
 * @throws {DomainError} the same errors as `saveOwnReview`.
 */
export async function withdrawOwnReview(
  tx: Queryable,
  userId: string,
  line: schemas.OrderLineParams,
): Promise<schemas.OwnReview> {
  const key = toKey(line);
  await withdrawReview(tx, await requireCollectedItem(tx, userId, key));
  return readOwnReview(tx, userId, key);
}

function toKey({ trackingNumber, lineNumber }: schemas.OrderLineParams): OrderLineIdentity {
  return { trackingNumber: trackingNumber.toUpperCase(), lineNumber: Number(lineNumber) };
}

async function requireCollectedItem(tx: Queryable, userId: string, key: OrderLineIdentity): Promise<number> {
  const line = await findShopperOrderLine(tx, userId, key);
  if (!line) throw new DomainError('not_found');
  if (!line.isCollected) throw new DomainError('review_not_collected');
  return line.itemId;
}

async function readOwnReview(
  tx: Queryable,
  userId: string,
  key: OrderLineIdentity,
): Promise<schemas.OwnReview> {
  const row = await findCollectedLineAndReview(tx, userId, key);
  if (!row) throw new DomainError('not_found');
  return presentOwnReview(row);
}

function presentOwnReview({ collectedAt, ...row }: CollectedLineAndReviewRow): schemas.OwnReview {
  return { ...row, collectedAt: collectedAt.toISOString() };
}

function presentReview({ id, stars, text, name, ...row }: ProductReviewRow): schemas.ProductReview {
  return {
    ...{ id, stars, text },
    writer: formatShortName(name),
    writtenAt: row.writtenAt.toISOString(),
    changedAt: row.changedAt?.toISOString() ?? null,
    answer:
      row.answer !== null && row.answeredAt
        ? { text: row.answer, answeredAt: row.answeredAt.toISOString() }
        : null,
  };
}
