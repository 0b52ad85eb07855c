import type { Queryable } from '../../../db/database.ts';

/**
 * Everything the shop keeps about one shopper, as one JSON value: amounts in kobo, no hash, no key, no token, and of
 * other people nothing.
 *
 * @source accounts.md (data protection)
 */
export async function exportAccount(db: Queryable, userId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(PARTS)) {
    data[name] = await db.query<Record<string, unknown>>(sql, [userId]);
  }
  const [profile] = data.profile as unknown[];
  return { ...data, profile };
}

/** Every statement takes the user's id as its only value. */
const PARTS: Readonly<Record<string, string>> = {
  profile: `SELECT id, name, email::text AS email, phone, referral_code AS "referralCode", platform,
      social_proof AS "socialProof", created_at AS "createdAt" FROM users WHERE id = $1`,
  sessions: `SELECT created_at AS "createdAt", revoked_at AS "revokedAt", user_agent AS "userAgent", ip AS address
    FROM sessions WHERE user_id = $1 ORDER BY created_at`,
  wallet: `SELECT balance_kobo AS "balanceKobo", held_kobo AS "heldKobo" FROM wallets WHERE user_id = $1`,
  walletTransactions: `SELECT e.amount_kobo AS "amountKobo", t.reason, t.description, t.metadata,
      t.created_at AS "createdAt"
    FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id JOIN ledger_tx t ON t.id = e.tx_id
    WHERE a.user_id = $1 ORDER BY e.id`,
  cart: `SELECT p.title AS product, i.variant, i.unit_name AS unit, i.quantity
    FROM carts c JOIN cart_items i ON i.cart_id = c.id JOIN products p ON p.id = i.product_id
    WHERE c.user_id = $1 AND c.status = 'open' ORDER BY i.id`,
  payments: `SELECT reference, method, status, outcome, total_kobo AS "totalKobo", wallet_kobo AS "walletKobo",
      card_kobo AS "cardKobo", delivery, phone, created_at AS "createdAt"
    FROM payments WHERE user_id = $1 ORDER BY created_at`,
  orders: `SELECT o.tracking_no AS "trackingNumber", o.total_kobo AS "totalKobo", o.delivery, c.name AS "pickupCentre",
      o.created_at AS "createdAt", (
        SELECT jsonb_agg(jsonb_build_object('product', p.title, 'mode', i.mode, 'unit', i.unit_name,
          'quantity', i.quantity, 'paidKobo', i.paid_kobo, 'refundedKobo', i.refunded_kobo,
          'collectedAt', i.collected_at) ORDER BY i.line_no)
        FROM order_items i JOIN products p ON p.id = i.product_id WHERE i.order_id = o.id) AS items
    FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.user_id = $1 ORDER BY o.created_at`,
  groups: `SELECT g.product_snapshot ->> 'title' AS product, g.status, m.units, m.paid_kobo AS "paidKobo",
      m.joined_at AS "joinedAt"
    FROM group_members m JOIN groups g ON g.id = m.group_id WHERE m.user_id = $1 ORDER BY m.joined_at`,
  referrals: `SELECT joined_at AS "joinedAt", qualified_at AS "qualifiedAt", reversed_at AS "reversedAt"
    FROM referrals WHERE referrer_id = $1 ORDER BY joined_at`,
  notifications: `SELECT type, category, title, message, read_at AS "readAt", created_at AS "createdAt"
    FROM notifications WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at`,
  securityEvents: `SELECT event, times, first_at AS "firstAt", last_at AS "lastAt" FROM security_events
    WHERE user_id = $1 ORDER BY first_at`,
  recoveryRequests: `SELECT phone, reason, status, created_at AS "createdAt" FROM recovery_requests
    WHERE user_id = $1 ORDER BY created_at`,
};
