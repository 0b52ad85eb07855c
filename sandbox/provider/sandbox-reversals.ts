import { randomInt } from 'node:crypto';
import type { ReversalKind } from '../../server/provider/provider.ts';
import {
  SANDBOX_REVERSAL_STATUSES,
  type SandboxFileLine,
  type SandboxPayout,
  type SandboxReversal,
  type SandboxTransaction,
  UNSUCCESSFUL_REVERSAL_STATUSES,
} from './sandbox-records.ts';
import { formatSandboxReversalKey, type SandboxStore } from './sandbox-store.ts';
import { createReversalWebhookDelivery } from './sandbox-webhooks.ts';

type ReversalRecords = [{ kind: 'reversal'; value: SandboxReversal }, ...SandboxFileLine[]];

/** @returns records of the new refund or chargeback and its webhook, or an error message. */
export function createSandboxReversal(
  store: SandboxStore,
  wish: {
    kind: ReversalKind;
    transactionId: unknown;
    amount?: unknown;
    status?: unknown;
    comments: string;
    nowMs: number;
  },
): ReversalRecords | string {
  const { kind, comments, nowMs } = wish;
  const transaction = store.state.transactions.get(Number(wish.transactionId));
  if (!transaction) return 'No transaction was found for this id';
  if (transaction.status !== 'successful') return 'This transaction cannot be refunded';
  const left = transaction.amount - sumOf(store, transaction, kind);
  const amount = wish.amount === undefined ? left : Number(wish.amount);
  if (!Number.isFinite(amount) || amount <= 0 || amount > left)
    return 'The refund amount is more than what is left';
  const status = readStatus(kind, wish.status ?? SANDBOX_REVERSAL_STATUSES[kind][0]);
  if (!status) return `status must be one of ${SANDBOX_REVERSAL_STATUSES[kind].join(', ')}`;
  const id = randomInt(1_000, 9_999_999_999);
  const value = { kind, id, transactionId: transaction.id, amount, comments, status, createdAtMs: nowMs };
  return [{ kind: 'reversal', value }, ...createReversalWebhookDelivery(value, transaction)];
}

/** Changes the status: a pending refund completes or fails, a chargeback is won or lost. */
export function changeSandboxReversalStatus(
  store: SandboxStore,
  { kind, id, status: wanted }: { kind: ReversalKind; id: unknown; status: unknown },
): ReversalRecords | string {
  const reversal = store.state.reversals.get(formatSandboxReversalKey({ kind, id: Number(id) }));
  const transaction = reversal && store.state.transactions.get(reversal.transactionId);
  if (!transaction) return `There is no such ${kind}`;
  const status = readStatus(kind, wanted);
  if (!status) return `status must be one of ${SANDBOX_REVERSAL_STATUSES[kind].join(', ')}`;
  // A failed refund or won chargeback never changes again; a further dispute is a new record.
  if (UNSUCCESSFUL_REVERSAL_STATUSES.includes(reversal.status) && status !== reversal.status)
    return `This ${kind} has ended: ${reversal.status}`;
  const value = { ...reversal, status };
  return [{ kind: 'reversal', value }, ...createReversalWebhookDelivery(value, transaction)];
}

/** Pays out the shop's balance since the last payout, minus fees, refunds and chargebacks. */
export function createSandboxPayout({ state }: SandboxStore, nowMs: number): SandboxPayout {
  const before = [...state.settlements.values()];
  const settled = new Set(before.flatMap((one) => one.transactionIds));
  const counted = new Set(before.flatMap((one) => one.reversals));
  const paid = [...state.transactions.values()].filter(
    (one) => one.status === 'successful' && one.currency === 'NGN' && !settled.has(one.id),
  );
  const back = [...state.reversals.values()].filter(
    (one) =>
      one.status !== 'pending' &&
      !UNSUCCESSFUL_REVERSAL_STATUSES.includes(one.status) &&
      !counted.has(formatSandboxReversalKey(one)),
  );
  const [gross, fee] = [sum(paid.map((one) => one.amount)), sum(paid.map((one) => one.appFee))];
  const takenBack = (kind: ReversalKind) =>
    sum(back.filter((one) => one.kind === kind).map((one) => one.amount));
  const [refund, chargeback] = [takenBack('refund'), takenBack('chargeback')];
  return {
    id: randomInt(1_000, 9_999_999),
    gross,
    fee,
    refund,
    chargeback,
    net: Math.round((gross - fee - refund - chargeback) * 100) / 100,
    reversals: back.map(formatSandboxReversalKey),
    transactionIds: paid.map((one) => one.id),
    createdAtMs: nowMs,
  };
}

const PAGE_SIZE = 20;

/** Selects the records created between two days, newest first, and returns one page. */
export function paginateNewestFirst<One extends { createdAtMs: number }>(
  all: Iterable<One>,
  { from = '0000-00-00', to = '9999-99-99', page }: { from?: string; to?: string; page?: string | undefined },
): { shown: One[]; total: number; page: number; totalPages: number } {
  const found = [...all].reverse().filter(({ createdAtMs }) => {
    const day = new Date(createdAtMs).toISOString().slice(0, 10);
    return day >= from && day <= to;
  });
  const number = Math.max(1, Math.floor(Number(page)) || 1);
  return {
    shown: found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE),
    total: found.length,
    page: number,
    totalPages: Math.max(1, Math.ceil(found.length / PAGE_SIZE)),
  };
}

function sumOf({ state }: SandboxStore, transaction: SandboxTransaction, kind: ReversalKind): number {
  const same = [...state.reversals.values()].filter(
    (one) =>
      one.kind === kind &&
      one.transactionId === transaction.id &&
      !UNSUCCESSFUL_REVERSAL_STATUSES.includes(one.status),
  );
  return sum(same.map((one) => one.amount));
}

function readStatus(kind: ReversalKind, status: unknown): SandboxReversal['status'] | undefined {
  return SANDBOX_REVERSAL_STATUSES[kind].find((one) => one === status);
}

const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((total, one) => total + one, 0) * 100) / 100;
