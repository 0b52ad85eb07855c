import { createHmac } from 'node:crypto';
import type { ProviderTransaction, ProviderTransactionStatus } from '../../server/provider/provider.ts';
import { cleanText, isRecord } from '../../server/provider/untrusted.ts';

/** Wordpay's amounts: texts, in tenths of a kobo. */
export const millsFromKobo = (amountKobo: number): string => `${amountKobo}0`;
export const koboFromMills = (mills: string): number => Number(mills) / 10;

const DIGITS = ['ant', 'bee', 'cow', 'dog', 'elk', 'fox', 'gnu', 'hen', 'ibis', 'jay'];

/** Wordpay's ids: an animal for each digit of the number that its sandbox counts by. */
export function wordsOf(id: number): string {
  return [...String(id)].map((digit) => DIGITS[Number(digit)]).join('-');
}

/** @returns NaN when these are no words of ours. */
export function numberOf(words: string): number {
  const digits = words.split('-').map((word) => DIGITS.indexOf(word));
  return digits.includes(-1) ? Number.NaN : Number(digits.join(''));
}

export const STATUSES = { successful: 'banked', failed: 'turned away', pending: 'under way' } as const;

/** @returns null when something that money hangs on is missing. */
export function readPayment(value: unknown): ProviderTransaction | null {
  if (!isRecord(value)) return null;
  const { words, order, mills, money, state, because, at } = value;
  const status = Object.entries(STATUSES).find(([, name]) => name === state)?.[0];
  if (typeof words !== 'string' || typeof order !== 'string' || typeof money !== 'string') return null;
  if (typeof mills !== 'string' || !/^\d+0$/.test(mills) || !status) return null;
  return {
    id: words,
    reference: cleanText(order),
    status: status as ProviderTransactionStatus,
    amountKobo: koboFromMills(mills),
    currency: money,
    ...(typeof because === 'string' ? { reason: cleanText(because) } : {}),
    ...(typeof at === 'string' ? { createdAt: at } : {}),
  };
}

/** The signature of a notice. */
export function sign(text: string, signingKey: string): string {
  return createHmac('sha256', signingKey).update(text).digest('hex');
}
