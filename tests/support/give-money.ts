import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../server/db/database.ts';
import { POSTING_REASONS } from '../../server/ledger/posting-kinds.ts';

/**
 * Puts money into a shopper's wallet, as an operator's goodwill credit does.
 *
 * @param amountNaira a negative amount takes money away.
 */
export async function adjustTestWallet(
  shop: { db: Queryable },
  userId: string,
  amountNaira: number,
): Promise<void> {
  const posted = await shop.db.query(
    `SELECT post_ledger('goodwill', $1, $4, 'For the test', '{}', 'test',
       ARRAY['promo:goodwill', 'wallet:' || shopper.id], ARRAY[-$3::bigint, $3::bigint])
     FROM (SELECT id FROM users WHERE id = $2 FOR NO KEY UPDATE) shopper`,
    [randomUUID(), userId, Math.round(amountNaira * 100), POSTING_REASONS.goodwill],
  );
  if (posted.length === 0) throw new Error(`no shopper ${userId} to give money to`);
}
