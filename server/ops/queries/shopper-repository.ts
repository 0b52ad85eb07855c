import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { Queryable } from '../../db/database.ts';
import {
  BASE_UNIT_NAME_SQL,
  buildMemberPurchasesSql,
  MEMBER_PURCHASES_TEXT_SQL,
} from '../../features/groups/group-operator-repository.ts';

/** Queries for the console's page about one shopper. They list the newest rows first, with amounts in kobo. */

/** Maximum number of rows in each list of the shopper's page. */
const LINES = 50;

export async function readShopperWalletTransactions(db: Queryable, userId: string) {
  return db.query<{ at: Date; amountKobo: number; reason: string; description: string }>(
    `SELECT t.created_at AS at, e.amount_kobo AS "amountKobo", t.reason, t.description
     FROM wallets w JOIN ledger_entries e ON e.account_id = w.account_id JOIN ledger_tx t ON t.id = e.tx_id
     WHERE w.user_id = $1 ORDER BY e.id DESC LIMIT ${LINES}`,
    [userId],
  );
}

/** SQL expression for the sum of the refunds of order `o`, in kobo. */
export const ORDER_REFUNDED_KOBO_SQL = `(SELECT coalesce(sum(i.refunded_kobo), 0)::bigint FROM order_items i
    WHERE i.order_id = o.id) AS "paidBackKobo"`;

/** A payment attempt with its outcome, in kobo. */
export interface ShopperPaymentRow {
  reference: string;
  status: string;
  outcome: string | null;
  failure: string | null;
  totalKobo: number;
  cardKobo: number;
  /** Amount that the card provider has received; null: none was reported yet. */
  receivedKobo: number | null;
  /** Sum of the refunds for the order's lines. */
  paidBackKobo: number;
  trackingNumber: string | null;
  createdAt: Date;
}

/** Converts the amounts of a payment to naira. */
export function toPaymentInNaira<Row extends Omit<ShopperPaymentRow, 'failure'>>(row: Row) {
  const { totalKobo, cardKobo, receivedKobo, paidBackKobo, ...payment } = row;
  return {
    ...payment,
    totalNaira: koboToNaira(totalKobo),
    cardNaira: koboToNaira(cardKobo),
    receivedNaira: receivedKobo === null ? null : receivedKobo / 100,
    paidBackNaira: paidBackKobo / 100,
  };
}

export async function readShopperPayments(db: Queryable, userId: string): Promise<ShopperPaymentRow[]> {
  return db.query<ShopperPaymentRow>(
    `SELECT p.reference, p.status, p.outcome, p.failure, p.total_kobo AS "totalKobo", p.card_kobo AS "cardKobo",
       p.received_kobo AS "receivedKobo", ${ORDER_REFUNDED_KOBO_SQL}, o.tracking_no AS "trackingNumber", p.created_at AS "createdAt"
     FROM payments p LEFT JOIN orders o ON o.payment_id = p.id
     WHERE p.user_id = $1 ORDER BY p.created_at DESC LIMIT ${LINES}`,
    [userId],
  );
}

export async function readShopperGroups(db: Queryable, userId: string) {
  return db.query<{
    groupId: string;
    product: string;
    status: string;
    units: number;
    baseUnit: string | null;
    bought: string | null;
    paidKobo: number;
    joinedAt: Date;
  }>(
    `SELECT g.id AS "groupId", g.product_snapshot ->> 'title' AS product, g.status, m.units,
       ${BASE_UNIT_NAME_SQL} AS "baseUnit", mine.bought, m.paid_kobo AS "paidKobo", m.joined_at AS "joinedAt"
     FROM group_members m JOIN groups g ON g.id = m.group_id
       LEFT JOIN (SELECT b.group_id, ${MEMBER_PURCHASES_TEXT_SQL} AS bought FROM (${buildMemberPurchasesSql('i.user_id = $1')}) b GROUP BY 1) mine
         ON mine.group_id = g.id
     WHERE m.user_id = $1 AND m.group_id = ANY (ARRAY (SELECT group_id FROM order_items WHERE user_id = $1))
     ORDER BY m.joined_at DESC LIMIT ${LINES}`,
    [userId],
  );
}

export async function readShopperSessions(db: Queryable, userId: string) {
  return db.query<{ createdAt: Date; userAgent: string | null; endedAt: Date | null }>(
    `SELECT created_at AS "createdAt", user_agent AS "userAgent", revoked_at AS "endedAt" FROM sessions
     WHERE user_id = $1 ORDER BY created_at DESC LIMIT ${LINES}`,
    [userId],
  );
}

export async function readShopperNotifications(db: Queryable, userId: string) {
  return db.query<{ at: Date; title: string; message: string; readAt: Date | null }>(
    `SELECT created_at AS at, title, message, read_at AS "readAt" FROM notifications
     WHERE user_id = $1 ORDER BY created_at DESC LIMIT ${LINES}`,
    [userId],
  );
}
