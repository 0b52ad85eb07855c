import type { Queryable } from '../../../db/database.ts';

export interface AccountDeletionObstacles {
  hasUnfinishedGroup: boolean;
  hasUnsettledPayment: boolean;
  balanceKobo: number;
}

/** Checks what prevents the deletion of an account. The caller has locked the shopper's row. */
export async function findAccountDeletionObstacles(
  tx: Queryable,
  userId: string,
): Promise<AccountDeletionObstacles> {
  const rows = await tx.query<AccountDeletionObstacles>(
    `SELECT
       EXISTS (SELECT FROM order_items i JOIN groups g ON g.id = i.group_id
         WHERE i.user_id = $1 AND i.refunded_kobo < i.paid_kobo AND i.collected_at IS NULL
           AND g.status <> 'refunded') AS "hasUnfinishedGroup",
       EXISTS (SELECT FROM payments WHERE user_id = $1 AND outcome IS NULL AND card_kobo > 0
         AND created_at > app_now() - interval '24 hours')
         OR EXISTS (SELECT FROM wallet_holds WHERE user_id = $1 AND status = 'held') AS "hasUnsettledPayment",
       (SELECT balance_kobo FROM wallets WHERE user_id = $1) AS "balanceKobo"`,
    [userId],
  );
  return rows[0] as AccountDeletionObstacles;
}

const ERASED_NAME = 'Deleted shopper';

/** Erases name, delivery address, phone, keys and all other data that is not an accounting record. */
export async function eraseShopperData(tx: Queryable, userId: string, email: string): Promise<void> {
  const statements = [
    // An empty hash matches no password, so that nobody can sign in to the account any more.
    `UPDATE users SET name = '${ERASED_NAME}', email = NULL, phone = NULL, password_hash = '', recovery_key_hash = '',
       social_proof = false, signup_key = NULL, platform = NULL, deleted_at = app_now() WHERE id = $1`,
    'UPDATE sessions SET revoked_at = coalesce(revoked_at, now()), user_agent = NULL, ip = NULL WHERE user_id = $1',
    `UPDATE payments SET delivery = '{}', phone = '', callback_url = NULL, cancel_url = NULL WHERE user_id = $1`,
    // The stored events of the card provider are erased too, because they contain the payer's full name.
    `UPDATE provider_events SET body = '{}'
     WHERE reference IN (SELECT reference FROM payments WHERE user_id = $1)`,
    `UPDATE orders SET delivery = '{}' WHERE user_id = $1`,
    "DELETE FROM cart_items WHERE cart_id IN (SELECT id FROM carts WHERE user_id = $1 AND status = 'open')",
    // Notifications that are still queued go first, because the job that delivers them may run at the same time.
    `DELETE FROM outbox WHERE topic = 'notice' AND $1::text IN (payload ->> 'userId', payload ->> 'refereeId')`,
    'DELETE FROM notifications WHERE user_id = $1',
    // The referrer was notified with the shopper's name.
    `DELETE FROM notifications n USING referrals r
     WHERE r.referee_id = $1 AND n.user_id = r.referrer_id AND n.dedupe_key = 'referral:' || $1::text`,
    'DELETE FROM reviews WHERE user_id = $1',
    'DELETE FROM product_alerts WHERE user_id = $1',
    'DELETE FROM shopper_notes WHERE user_id = $1',
    'DELETE FROM push_subscriptions WHERE user_id = $1',
    'DELETE FROM reset_tokens WHERE user_id = $1',
    'DELETE FROM temp_keys WHERE user_id = $1',
    'DELETE FROM recovery_requests WHERE user_id = $1',
    // The row of this deletion request is kept, because the caller stores the request's reply in it afterwards.
    `DELETE FROM idempotency_keys WHERE scope = $1::text AND state = 'done'`,
  ];
  for (const sql of statements) await tx.query(sql, [userId]);
  await tx.query('DELETE FROM recovery_locks WHERE email = $1::text::email_address', [email]);
  // Recovery requests are found by e-mail too, because some may be older than the account.
  await tx.query('DELETE FROM recovery_requests WHERE user_id IS NULL AND email = $1::text::email_address', [
    email,
  ]);
}
