import { getGroupStatusLabel } from '#contract/rules/group/group-status.ts';
import {
  calculateReferralEarningsNaira,
  countEarnedReferralBonuses,
  estimateReferralCountFromBalance,
} from '#contract/rules/people/referral-round.ts';
import type { ReferralInfo, ReferralStats } from '#contract/schemas/referral.ts';
import type { Wallet, WalletTransaction } from '#contract/schemas/wallet.ts';
import { walletTransactionTitles } from '#contract/texts.ts';

/** Calculates the amounts on the wallet page in whole naira. @source spec sections 2 and 9 */

/** Adds up the debits. Without debits, or when the list is incomplete, it returns the server's total. */
export function getTotalSpentNaira(wallet: Pick<Wallet, 'transactions' | 'stats'>): number {
  const debits = wallet.transactions.filter(({ type }) => type === 'debit');
  const isWhole = (wallet.stats?.totalTransactions ?? 0) <= wallet.transactions.length;
  if (debits.length === 0 || !isWhole) return wallet.stats?.totalSpent ?? 0;
  return debits.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
}

export interface ReferralEarnings {
  rounds: number;
  earnedNaira: number;
}

/** @returns number and sum of the referral bonuses; estimated from the balance when the server sends no referrals. */
export function getReferralEarnings(
  info: Partial<ReferralInfo> | undefined,
  stats: Partial<ReferralStats> | undefined,
  balanceNaira: number,
): ReferralEarnings {
  const total =
    info?.totalReferrals ?? stats?.totalReferrals ?? estimateReferralCountFromBalance(balanceNaira);
  const rounds = info?.completedRounds ?? countEarnedReferralBonuses(total);
  return {
    rounds,
    earnedNaira: info?.totalEarnings ?? stats?.bonusEarned ?? calculateReferralEarningsNaira(rounds),
  };
}

export function getTransactionTitle(reason: string): string {
  return walletTransactionTitles[reason] ?? reason;
}

export interface WalletTransactionField {
  name: string;
  value: string;
  isGood: boolean;
}

const DETAIL_NAMES = [
  ['orderId', 'Order ID'],
  ['orderTrackingNumber', 'Tracking'],
  ['groupBuyId', 'Group Buy'],
  ['groupBuyStatus', 'Status'],
  ['referralCount', 'Referrals'],
] as const;

export function listWalletTransactionFields({
  metadata,
}: Pick<WalletTransaction, 'metadata'>): WalletTransactionField[] {
  if (!metadata) return [];
  return DETAIL_NAMES.flatMap(([key, name]) => {
    const value = metadata[key];
    if (value === undefined || value === null || value === '') return [];
    const isStatus = key === 'groupBuyStatus';
    const shown = isStatus ? getGroupStatusLabel(String(value)) : String(value);
    return [{ name, value: shown, isGood: isStatus && value === 'active' }];
  });
}

/** Formats `20 Nov 2026, 09:14`. */
export function formatTransactionTime(createdAt: string): string {
  return new Date(createdAt).toLocaleString('en-NG', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}
