import { createHmac } from 'node:crypto';
import type { SandboxPayout, SandboxReversal } from '../../sandbox/provider/sandbox-records.ts';
import type {
  ProviderReversal,
  ProviderSettlement,
  ProviderTransaction,
  ProviderTransactionStatus,
  ReversalKind,
} from '../../server/provider/provider.ts';
import { isRecord, sanitizeProviderText } from '../../server/provider/untrusted.ts';

/** Wordpay's amounts are texts in tenths of a kobo. */
export const millsFromKobo = (amountKobo: number): string => `${amountKobo}0`;
export const koboFromMills = (mills: string): number => Number(mills) / 10;

const DIGITS = ['ant', 'bee', 'cow', 'dog', 'elk', 'fox', 'gnu', 'hen', 'ibis', 'jay'];

/** Builds Wordpay's id: an animal for each digit of the number by which its sandbox counts. */
export function wordsOf(id: number): string {
  return [...String(id)].map((digit) => DIGITS[Number(digit)]).join('-');
}

/** Reads the number of an id. @returns NaN when the words are none of Wordpay's. */
export function numberOf(words: string): number {
  const digits = words.split('-').map((word) => DIGITS.indexOf(word));
  return digits.includes(-1) ? Number.NaN : Number(digits.join(''));
}

export const STATUSES = { successful: 'banked', failed: 'turned away', pending: 'under way' } as const;

/** Reads a payment. @returns null when a field is missing on which money depends. */
export function readPayment(value: unknown): ProviderTransaction | null {
  if (!isRecord(value)) return null;
  const { words, order, mills, money, state, because, at } = value;
  const status = Object.entries(STATUSES).find(([, name]) => name === state)?.[0];
  if (typeof words !== 'string' || typeof order !== 'string' || typeof money !== 'string') return null;
  if (typeof mills !== 'string' || !/^\d+0$/.test(mills) || !status) return null;
  return {
    id: words,
    reference: sanitizeProviderText(order),
    status: status as ProviderTransactionStatus,
    amountKobo: koboFromMills(mills),
    currency: money,
    ...(typeof because === 'string' ? { reason: sanitizeProviderText(because) } : {}),
    ...(typeof at === 'string' ? { createdAt: at } : {}),
  };
}

const GIVEBACK_STATES = { taken: 'gone', undone: 'stayed', pending: 'packing' } as const;
const TO_STATE: Record<SandboxReversal['status'], keyof typeof GIVEBACK_STATES> = {
  completed: 'taken',
  pending: 'pending',
  failed: 'undone',
  initiated: 'taken',
  accepted: 'taken',
  declined: 'taken',
  lost: 'taken',
  won: 'undone',
};

/** Builds a refund or a dispute as Wordpay shows it. */
export function showGiveback(one: SandboxReversal) {
  return {
    words: wordsOf(one.id),
    payment: wordsOf(one.transactionId),
    mills: millsFromKobo(Math.round(one.amount * 100)),
    state: GIVEBACK_STATES[TO_STATE[one.status]],
    because: one.comments,
  };
}

export function readGiveback(kind: ReversalKind, value: unknown): ProviderReversal | null {
  if (!isRecord(value)) return null;
  const { words, payment, mills, state, because } = value;
  const status = Object.entries(GIVEBACK_STATES).find(([, name]) => name === state)?.[0];
  if (typeof words !== 'string' || typeof payment !== 'string' || typeof mills !== 'string' || !status)
    return null;
  return {
    kind,
    id: words,
    transactionId: payment,
    amountKobo: koboFromMills(mills),
    status: status as ProviderReversal['status'],
    comment: sanitizeProviderText(String(because)),
  };
}

/** Builds a payout as Wordpay shows it: what came in, what it keeps and what it sends, and nothing else. */
export function showPayout(one: SandboxPayout) {
  const mills = (naira: number) => millsFromKobo(Math.round(naira * 100));
  return { words: wordsOf(one.id), came: mills(one.gross), kept: mills(one.fee), sent: mills(one.net) };
}

export function readPayout(value: unknown): ProviderSettlement | null {
  if (!isRecord(value) || typeof value.words !== 'string') return null;
  const [grossKobo, feeKobo, netKobo] = [value.came, value.kept, value.sent].map((mills) =>
    koboFromMills(String(mills)),
  ) as [number, number, number];
  const reversedKobo = grossKobo - feeKobo - netKobo;
  return { id: value.words, isPaid: true, currency: 'NGN', grossKobo, feeKobo, reversedKobo, netKobo };
}

/** Computes the signature of a webhook. */
export function sign(text: string, signingKey: string): string {
  return createHmac('sha256', signingKey).update(text).digest('hex');
}
