import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { writeAuditEntry } from '../../audit/audit-log.ts';
import type { Database } from '../../db/database.ts';
import { lockExistingShopperRow } from '../../db/lock-shopper.ts';
import type { RequireAmountApproval } from '../../ledger/amount-approval.ts';
import { postToLedger } from '../../ledger/ledger.ts';
import { findWallet } from './wallet-repository.ts';

interface GoodwillContext {
  actor: string;
  approvedBy: string | null;
  requireAmountApproval: RequireAmountApproval;
  reason: string;
  key?: string | null;
}

/**
 * Credits a shopper from the shop's own money. The audit log stores the reason.
 * @returns the new balance in kobo.
 */
export function creditGoodwillToWallet(
  db: Database,
  userId: string,
  amountNaira: number,
  { approvedBy, requireAmountApproval, ...context }: GoodwillContext,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockExistingShopperRow(tx, userId);
    const beforeKobo = (await findWallet(tx, userId))?.balanceKobo ?? 0;
    const amountKobo = nairaToKobo(amountNaira);
    await requireAmountApproval(tx, amountKobo);
    const afterKobo = beforeKobo + amountKobo;
    const auditId = await writeAuditEntry(tx, {
      ...context,
      action: 'wallet.goodwill',
      target: `user:${userId}`,
      before: { balanceKobo: beforeKobo },
      after: { balanceKobo: afterKobo, amountNaira, approvedBy },
    });
    await postToLedger(tx, {
      kind: 'goodwill',
      ref: String(auditId),
      description: context.reason,
      actor: context.actor,
      entries: [
        { account: 'promo:goodwill', amountKobo: -amountKobo },
        { account: `wallet:${userId}`, amountKobo },
      ],
    });
    return afterKobo;
  });
}
