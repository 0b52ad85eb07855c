import { WALLET_TRANSACTIONS_LISTED_MAX } from '#contract/limits.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { ReferralInfo } from '#contract/schemas/referral.ts';
import type { Wallet, WalletTransaction } from '#contract/schemas/wallet.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { getPostingReason } from '../../ledger/posting-kinds.ts';
import { findWallet, findWalletTransactions, type WalletTransactionRow } from './wallet-repository.ts';

/** @returns the balance in kobo, including reserved amounts. */
export async function readWalletBalance(db: Queryable, userId: string): Promise<number> {
  return (await findWallet(db, userId))?.balanceKobo ?? 0;
}

export type ReadReferralInfo = (db: Queryable, userId: string) => Promise<ReferralInfo>;

/** Reads the wallet page's data, in whole naira. */
export async function readWallet(
  db: Queryable,
  userId: string,
  readReferralInfo: ReadReferralInfo,
): Promise<Wallet> {
  const wallet = await findWallet(db, userId);
  if (!wallet) throw new DomainError('unauthorized');
  const rows = await findWalletTransactions(db, wallet.accountId, WALLET_TRANSACTIONS_LISTED_MAX);
  const referralInfo = await readReferralInfo(db, userId);
  const totalEarned = koboToNaira(wallet.creditTotalKobo);
  return {
    success: true,
    balance: koboToNaira(wallet.balanceKobo),
    availableBalance: koboToNaira(wallet.balanceKobo - wallet.heldKobo),
    heldAmount: koboToNaira(wallet.heldKobo),
    transactions: rows.map(presentTransaction),
    referralInfo,
    referralEarnings: referralInfo.totalEarnings,
    totalEarned,
    stats: {
      totalSpent: koboToNaira(wallet.debitTotalKobo),
      totalTransactions: wallet.transactionCount,
      totalEarned,
    },
  };
}

function presentTransaction(row: WalletTransactionRow): WalletTransaction {
  const metadata = row.groupStatus ? { ...row.metadata, groupBuyStatus: row.groupStatus } : row.metadata;
  return {
    id: String(row.id),
    type: row.amountKobo > 0 ? 'credit' : 'debit',
    amount: koboToNaira(Math.abs(row.amountKobo)),
    reason: getPostingReason(row.kind, row.reason),
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}
