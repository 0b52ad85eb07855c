import { nairaToKobo } from '#contract/money.ts';
import type { Database } from '../../db/database.ts';
import { writeAudit } from '../audit/audit-log.ts';
import { post } from './ledger.ts';
import { findWallet } from './wallet-repository.ts';

/**
 * Money from the shop to a shopper, with its reason in the audit log.
 *
 * @returns the new balance in kobo.
 */
export function giveGoodwill(
  db: Database,
  userId: string,
  amountNaira: number,
  act: { actor: string; reason: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const auditId = await writeAudit(tx, {
      ...act,
      action: 'wallet.goodwill',
      target: `user:${userId}`,
      after: { amountNaira },
    });
    const amountKobo = nairaToKobo(amountNaira);
    await post(tx, {
      kind: 'goodwill',
      ref: String(auditId),
      reason: 'GOODWILL',
      description: act.reason,
      actor: act.actor,
      entries: [
        { account: 'promo:goodwill', amountKobo: -amountKobo },
        { account: `wallet:${userId}`, amountKobo },
      ],
    });
    return (await findWallet(tx, userId))?.balanceKobo ?? 0;
  });
}
