import { nairaToKobo } from '#contract/money.ts';
import { writeAudit } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { lockShopper } from '../../db/lock-shopper.ts';
import { postToLedger } from '../../ledger/ledger.ts';
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
  { approvedBy, ...act }: { actor: string; approvedBy: string | null; reason: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockShopper(tx, userId);
    const auditId = await writeAudit(tx, {
      ...act,
      action: 'wallet.goodwill',
      target: `user:${userId}`,
      after: { amountNaira, approvedBy },
    });
    const amountKobo = nairaToKobo(amountNaira);
    await postToLedger(tx, {
      kind: 'goodwill',
      ref: String(auditId),
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
