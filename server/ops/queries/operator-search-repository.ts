import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';
import { buildProductWordsCondition } from '../../features/catalogue/product-repository.ts';
import { buildNameRangeSql, FOLDED_NAME_SQL, FOLDED_SURNAME_SQL } from './name-condition.ts';
import type { GlobalSearchTerms } from './search-terms.ts';
import { ORDER_REFUNDED_KOBO_SQL, type ShopperPaymentRow } from './shopper-repository.ts';

/** A shopper in the search results. */
export interface FoundShopperRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  locked: boolean;
  createdAt: Date;
}

/** A payment in the search results. */
export interface FoundPaymentRow extends Omit<ShopperPaymentRow, 'failure'> {
  shopper: string;
  userId: string;
}

/** Maximum number of results of each kind; a more precise search finds the rest. */
const FOUND_AT_MOST = 20;

const SHOPPER = `SELECT id, name, email::text AS email, phone, locked_at IS NOT NULL AS locked, created_at AS "createdAt"
  FROM users WHERE deleted_at IS NULL AND`;

/**
 * Builds SQL that finds shoppers by the start of a name. The query stops early, so that a common name costs no more
 * than a rare one.
 */
function shoppersFrom(name: string): string {
  const { start, end } = buildNameRangeSql('$1::text');
  return `(${SHOPPER} ${name} ~>=~ ${start} AND ${name} ~<~ ${end}
    ORDER BY ${name} USING ~<~ LIMIT ${FOUND_AT_MOST})`;
}

export async function findShoppersBySearchTerms(
  db: Queryable,
  { email, phone, name, id }: GlobalSearchTerms,
): Promise<FoundShopperRow[]> {
  if (email !== undefined)
    return db.query<FoundShopperRow>(`${SHOPPER} email = $1::text::email_address`, [email]);
  if (phone !== undefined) return db.query<FoundShopperRow>(`${SHOPPER} phone = $1`, [phone]);
  if (id !== undefined) return db.query<FoundShopperRow>(`${SHOPPER} id = $1`, [id]);
  if (name === undefined) return [];
  return db.query<FoundShopperRow>(
    `SELECT * FROM (${shoppersFrom(FOLDED_NAME_SQL)} UNION ${shoppersFrom(FOLDED_SURNAME_SQL)}) named
     ORDER BY ${FOLDED_NAME_SQL}, id LIMIT ${FOUND_AT_MOST}`,
    [name],
  );
}

const PAYMENT = `SELECT p.reference, u.name AS shopper, p.user_id AS "userId", p.status, p.outcome,
    p.total_kobo AS "totalKobo", p.card_kobo AS "cardKobo", p.received_kobo AS "receivedKobo",
    ${ORDER_REFUNDED_KOBO_SQL}, o.tracking_no AS "trackingNumber", p.created_at AS "createdAt"
  FROM payments p JOIN users u ON u.id = p.user_id LEFT JOIN orders o ON o.payment_id = p.id`;

/** Number of payments that a search lists for each shopper; the shopper's page lists all. */
const LAST_PAYMENTS = 5;

export async function findLatestPaymentsOfShoppers(
  db: Queryable,
  userIds: readonly string[],
): Promise<FoundPaymentRow[]> {
  if (userIds.length === 0) return [];
  return db.query<FoundPaymentRow>(
    `SELECT found.* FROM unnest($1::uuid[]) AS shopper (id) CROSS JOIN LATERAL (
       ${PAYMENT} WHERE p.user_id = shopper.id ORDER BY p.created_at DESC LIMIT ${LAST_PAYMENTS}) found
     ORDER BY found."createdAt" DESC`,
    [userIds],
  );
}

export async function findPaymentsBySearchTerms(
  db: Queryable,
  terms: GlobalSearchTerms,
): Promise<FoundPaymentRow[]> {
  const { trackingNumber, reference, providerId, amount } = terms;
  if (trackingNumber !== undefined)
    return db.query<FoundPaymentRow>(`${PAYMENT} WHERE o.tracking_no = $1`, [trackingNumber]);
  if (reference !== undefined)
    return db.query<FoundPaymentRow>(`${PAYMENT} WHERE p.reference = $1`, [reference]);
  if (providerId !== undefined)
    return db.query<FoundPaymentRow>(
      `${PAYMENT} WHERE p.provider_tx_id = $1
         OR p.reference = (SELECT reference FROM provider_transactions WHERE tx_id = $1)`,
      [providerId],
    );
  if (!amount) return [];
  return db.query<FoundPaymentRow>(
    `${PAYMENT}
     WHERE p.created_at >= coalesce($2::date::timestamp AT TIME ZONE 'Africa/Lagos', app_now() - interval '7 days')
       AND p.created_at < coalesce(($2::date + 1)::timestamp AT TIME ZONE 'Africa/Lagos', 'infinity')
       AND $1 IN (p.total_kobo, p.card_kobo, p.received_kobo)
     ORDER BY p.created_at DESC LIMIT ${FOUND_AT_MOST}`,
    [amount.kobo, amount.day],
  );
}

/** A product in the search results, with its joinable group. */
export interface FoundProductRow {
  slug: string;
  title: string;
  active: boolean;
  groupId: string | null;
}

export async function findProductsBySearchTerms(
  db: Queryable,
  { name }: GlobalSearchTerms,
): Promise<FoundProductRow[]> {
  if (name === undefined) return [];
  return db.query<FoundProductRow>(
    `SELECT p.slug, p.title, p.active, g.id AS "groupId"
     FROM products p LEFT JOIN groups g ON g.product_id = p.id AND g.kind = 'open' AND g.joinable
     WHERE ${buildProductWordsCondition('$1')}
     ORDER BY p.active DESC, p.title, p.slug LIMIT ${FOUND_AT_MOST}`,
    [name],
  );
}

/** A group in the search results. */
export interface FoundGroupRow {
  groupId: string;
  product: string;
  /** Number of the group among those of its product; null: a purchase without a group. */
  seq: number | null;
  status: GroupStatus;
}

export async function findGroupsBySearchTerms(
  db: Queryable,
  { id }: GlobalSearchTerms,
): Promise<FoundGroupRow[]> {
  if (id === undefined) return [];
  return db.query<FoundGroupRow>(
    `SELECT id AS "groupId", product_snapshot ->> 'title' AS product, seq, status FROM groups WHERE id = $1`,
    [id],
  );
}
