import { REFERRAL_BONUS_NAIRA } from '#contract/limits.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { PaymentMethod } from '#contract/schemas/payment.ts';
import {
  methodNames,
  noticeStatusWords,
  noticeTexts,
  noticeTitles,
  walletReasonWords,
} from '#contract/texts.ts';
import type { LocalFact } from './local-facts.ts';

/** A local notification of each kind, in the words and under the key of the server's. Amounts in whole naira. */

export function paymentFact(reference: string, amount: number, method: PaymentMethod): LocalFact {
  const paymentMethod = methodNames[method];
  return {
    factKey: `pay:${reference}`,
    type: 'success',
    category: 'payment',
    title: noticeTitles.paymentSuccessful,
    message: noticeTexts.paymentSuccessful(amount, paymentMethod),
    data: { amount, paymentMethod },
  };
}

export function paymentFailedFact(reference: string, reason: string): LocalFact {
  return {
    factKey: `pay:${reference}`,
    type: 'error',
    category: 'payment',
    title: noticeTitles.paymentFailed,
    message: noticeTexts.paymentFailed(reason),
    data: { error: reason },
  };
}

export function walletFact(change: {
  txId: string;
  oldBalance: number;
  newBalance: number;
  reason: string;
}): LocalFact {
  const { txId, oldBalance, newBalance } = change;
  const difference = newBalance - oldBalance;
  const reason = walletReasonWords[change.reason] ?? change.reason;
  return {
    factKey: `wallet:${txId}`,
    type: 'info',
    category: 'wallet',
    title: noticeTitles.walletUpdated,
    message: noticeTexts.wallet(difference, reason),
    data: { oldBalance, newBalance, reason, difference },
  };
}

/** Statuses whose notices the server repeats under other keys, or does not send, are left to it. */
const TOLD: readonly GroupStatus[] = [
  'successful',
  'processing',
  'packaging',
  'ready_for_pickup',
  'delivered',
  'failed',
  'refunded',
];

/** @returns null for a status of which only the server tells. */
export function groupFact(groupId: string, status: GroupStatus, productName: string): LocalFact | null {
  if (!TOLD.includes(status)) return null;
  const word = noticeStatusWords[status];
  const isSecured = status === 'successful';
  return {
    factKey: `group:${groupId}:${status}`,
    type: isSecured ? 'success' : status === 'failed' ? 'warning' : 'info',
    category: 'group_buy',
    title: isSecured ? noticeTitles.groupSecured : noticeTitles.groupUpdate,
    message: isSecured ? noticeTexts.groupSecured(productName) : noticeTexts.groupUpdate(productName, word),
    data: { productName, status: isSecured ? status : word, groupId },
  };
}

export function newReferralFact(referee: { id: string; name: string }): LocalFact {
  return {
    factKey: `referral:${referee.id}`,
    type: 'info',
    category: 'referral',
    title: noticeTitles.newReferral,
    message: noticeTexts.newReferral(referee.name),
    data: { referralName: referee.name },
  };
}

export function referralBonusFact(userId: string, round: number): LocalFact {
  return {
    factKey: `referral:${userId}:${round}`,
    type: 'success',
    category: 'referral',
    title: noticeTitles.referralBonus,
    message: noticeTexts.referralBonus(REFERRAL_BONUS_NAIRA),
    data: { amount: REFERRAL_BONUS_NAIRA },
  };
}
