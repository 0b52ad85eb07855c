import type { Queryable } from '../../../db/database.ts';

/**
 * Reads all data that the shop stores of one shopper, without hashes, keys and tokens. Amounts are in kobo.
 * @source accounts.md (data protection)
 */
export async function readAccountExport(db: Queryable, userId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(ACCOUNT_EXPORT_SQL_BY_SECTION)) {
    data[name] = await db.query<Record<string, unknown>>(sql, [userId]);
  }
  const [profile] = data.profile as unknown[];
  return { ...data, profile };
}

/**
 * The export's SQL statements, each with the user's id as `$1`. A test checks that they cover every table with shopper
 * data.
 */
export const ACCOUNT_EXPORT_SQL_BY_SECTION: Readonly<Record<string, string>> = {
  profile: `SELECT id, name, email::text AS email, phone, referral_code AS "referralCode", platform,
      social_proof AS "socialProof", created_at AS "createdAt" FROM users WHERE id = $1`,
  sessions: `SELECT created_at AS "createdAt", revoked_at AS "revokedAt", user_agent AS "userAgent", ip AS address
    FROM sessions WHERE user_id = $1 ORDER BY created_at`,
  wallet: `SELECT balance_kobo AS "balanceKobo", held_kobo AS "heldKobo" FROM wallets WHERE user_id = $1`,
  walletTransactions: `SELECT e.amount_kobo AS "amountKobo", t.reason, t.description, t.metadata,
      t.created_at AS "createdAt"
    FROM wallets w JOIN ledger_entries e ON e.account_id = w.account_id JOIN ledger_tx t ON t.id = e.tx_id
    WHERE w.user_id = $1 ORDER BY e.id`,
  cart: `SELECT p.title AS product, i.variant, coalesce(u.display_name, i.unit_name) AS unit, i.quantity
    FROM carts c JOIN cart_items i ON i.cart_id = c.id JOIN products p ON p.id = i.product_id
      LEFT JOIN selling_units u ON u.product_id = p.id AND u.name = i.unit_name
    WHERE c.user_id = $1 AND c.status = 'open' ORDER BY i.id`,
  payments: `SELECT reference, method, status, outcome, total_kobo AS "totalKobo", wallet_kobo AS "walletKobo",
      card_kobo AS "cardKobo", delivery, phone, created_at AS "createdAt"
    FROM payments WHERE user_id = $1 ORDER BY created_at`,
  orders: `SELECT o.tracking_no AS "trackingNumber", o.total_kobo AS "totalKobo", o.delivery, c.name AS "pickupCentre",
      o.created_at AS "createdAt", (
        SELECT jsonb_agg(jsonb_build_object('product', p.title, 'mode', i.mode,
          'unit', unit_title(g.product_snapshot, i.unit_name), 'quantity', i.quantity,
          'orderedQuantity', bought.quantity,
          'paidKobo', i.paid_kobo, 'refundedKobo', i.refunded_kobo, 'collectedAt', i.collected_at) ORDER BY i.line_no)
        FROM order_items i JOIN products p ON p.id = i.product_id JOIN groups g ON g.id = i.group_id
          JOIN payment_lines bought ON bought.payment_id = o.payment_id AND bought.line_no = i.line_no
        WHERE i.order_id = o.id) AS items
    FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.user_id = $1 ORDER BY o.created_at`,
  reviews: `SELECT p.title AS product, o.tracking_no AS "trackingNumber", r.stars, r.text, r.created_at AS "writtenAt",
      r.changed_at AS "changedAt", r.withdrawn_at AS "withdrawnAt", r.hidden_at AS "hiddenAt", r.answer,
      r.answered_at AS "answeredAt"
    FROM reviews r JOIN order_items i ON i.id = r.item_id JOIN orders o ON o.id = i.order_id
      JOIN products p ON p.id = r.product_id
    WHERE r.user_id = $1 ORDER BY r.id`,
  groups: `SELECT g.product_snapshot ->> 'title' AS product, g.status, m.units, m.paid_kobo AS "paidKobo",
      m.joined_at AS "joinedAt"
    FROM group_members m JOIN groups g ON g.id = m.group_id
    WHERE m.user_id = $1 AND m.group_id IN (SELECT group_id FROM order_items WHERE user_id = $1) ORDER BY m.joined_at`,
  awaitedGroups: `SELECT p.title AS product, a.created_at AS "createdAt"
    FROM product_alerts a JOIN products p ON p.id = a.product_id WHERE a.user_id = $1 ORDER BY a.created_at`,
  referrals: `SELECT joined_at AS "joinedAt", qualified_at AS "qualifiedAt", reversed_at AS "reversedAt"
    FROM referrals WHERE referrer_id = $1 ORDER BY joined_at`,
  notifications: `SELECT type, category, title, message, read_at AS "readAt", created_at AS "createdAt"
    FROM notifications WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at`,
  invitation: `SELECT joined_at AS "joinedAt", qualified_at AS "qualifiedAt", flags FROM referrals WHERE referee_id = $1`,
  referralRounds: `SELECT round_no AS "round", created_at AS "paidAt" FROM referral_rounds WHERE referrer_id = $1
    ORDER BY round_no`,
  walletHolds: `SELECT h.amount_kobo AS "amountKobo", h.status, h.created_at AS "createdAt"
    FROM payments p JOIN wallet_holds h ON h.payment_id = p.id WHERE p.user_id = $1 ORDER BY h.created_at`,
  switchesToSolo: `SELECT g.product_snapshot ->> 'title' AS product, s.created_at AS "createdAt"
    FROM group_solo_switches s JOIN groups g ON g.id = s.group_id WHERE s.user_id = $1 ORDER BY s.created_at`,
  cardTransactions: `SELECT t.tx_id AS id, t.reference, t.status, t.amount_kobo AS "amountKobo", t.currency,
      t.seen_at AS "seenAt"
    FROM provider_transactions t JOIN payments p ON p.reference = t.reference WHERE p.user_id = $1 ORDER BY t.seen_at`,
  cardMessages: `SELECT e.body, e.created_at AS "createdAt"
    FROM provider_events e JOIN payments p ON p.reference = e.reference WHERE p.user_id = $1 ORDER BY e.id`,
  cardRefunds: `SELECT amount_kobo AS "amountKobo", status, created_at AS "createdAt" FROM card_refunds
    WHERE user_id = $1 ORDER BY created_at`,
  cardReversals: `SELECT kind, amount_kobo AS "amountKobo", status, created_at AS "createdAt" FROM provider_reversals
    WHERE user_id = $1 ORDER BY created_at`,
  // The full push URL is left out, because anybody who knows it may send messages to the phone.
  pushSubscriptions: `SELECT split_part(endpoint, '/', 3) AS service, created_at AS "createdAt" FROM push_subscriptions
    WHERE user_id = $1 ORDER BY created_at`,
  recoveryLocks: `SELECT l.misses, l.locks, l.locked_until AS "lockedUntil" FROM recovery_locks l
    JOIN users u ON u.email = l.email WHERE u.id = $1`,
  temporaryKeys: `SELECT created_at AS "issuedAt", expires_at AS "expiresAt", used_at AS "usedAt" FROM temp_keys
    WHERE user_id = $1 ORDER BY created_at`,
  resets: `SELECT created_at AS "begunAt", used_at AS "usedAt" FROM reset_tokens WHERE user_id = $1 ORDER BY created_at`,
  notes: `SELECT note, created_at AS "createdAt" FROM shopper_notes WHERE user_id = $1 ORDER BY id`,
  // An export leaves out staff names, because they are not the shopper's data.
  staffActions: `SELECT action, created_at AS "createdAt" FROM audit_log
    WHERE target = 'user:' || $1::text OR actor = 'user:' || $1::text ORDER BY id`,
  securityEvents: `SELECT event, times, first_at AS "firstAt", last_at AS "lastAt" FROM security_events
    WHERE user_id = $1 ORDER BY first_at`,
  recoveryRequests: `SELECT phone, reason, status, created_at AS "createdAt" FROM recovery_requests
    WHERE user_id = $1 ORDER BY created_at`,
};
