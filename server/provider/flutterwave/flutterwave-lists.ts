import type {
  PaymentProvider,
  ProviderListRequest,
  ProviderPageResult,
  ProviderReversal,
  ProviderSettlement,
  ReversalKind,
} from '../provider.ts';
import { isRecord, sanitizeProviderText } from '../untrusted.ts';
import {
  createRefusedResult,
  createUnknownOutcomeResult,
  type FlutterwaveResult,
  flutterwaveNairaToKobo,
  parseFlutterwaveId,
  parseFlutterwaveTransaction,
} from './flutterwave-wire.ts';

export type FlutterwaveListMethods = Pick<PaymentProvider, 'list' | 'listReversals' | 'listSettlements'>;

/** Reads Flutterwave's paged lists. @source payments.md */
export function createFlutterwaveListMethods(
  get: (path: string) => Promise<FlutterwaveResult>,
): FlutterwaveListMethods {
  return {
    list: async (request) =>
      readPage(await get(listPath('transactions', request)), parseFlutterwaveTransaction),
    listReversals: async (kind, request) =>
      readPage(await get(listPath(`${kind}s`, request)), (row) => readReversal(kind, row)),
    listSettlements: async (request) => readPage(await get(listPath('settlements', request)), readSettlement),
  };
}

function listPath(name: string, { fromDay, toDay, page, reference }: ProviderListRequest): string {
  const query = new URLSearchParams({ from: fromDay, to: toDay, page: String(page) });
  if (reference !== undefined) query.set('tx_ref', reference);
  return `/v3/${name}?${query}`;
}

function readPage<Row extends object>(
  answer: FlutterwaveResult,
  readRow: (row: unknown) => Row | null,
): ProviderPageResult<Row> {
  if (!answer.ok) return answer;
  const { envelope } = answer;
  if (envelope.status === 'error') return createRefusedResult(envelope);
  const pageInfo = isRecord(envelope.meta) ? envelope.meta.page_info : undefined;
  const totalPages = isRecord(pageInfo) ? pageInfo.total_pages : undefined;
  // A response without the number of pages is an error. Otherwise the first page would pass for the whole list.
  if (!Array.isArray(envelope.data) || !isRecord(pageInfo) || !Number.isSafeInteger(totalPages)) {
    return createUnknownOutcomeResult("the provider's list could not be read");
  }
  const rows = envelope.data.map((row, index) => readRow(row) ?? nameRow(row, index));
  return {
    ok: true,
    rows: rows.filter((row) => typeof row !== 'string'),
    unreadable: rows.filter((row) => typeof row === 'string'),
    page: Number(pageInfo.current_page) || 1,
    totalPages: Number(totalPages),
  };
}

/** Names a row that cannot be parsed. It is reported under this name and does not hide the other rows. */
function nameRow(row: unknown, index: number): string {
  const { id, tx_ref: reference } = isRecord(row) ? row : {};
  return (
    parseFlutterwaveId(id) ??
    ((typeof reference === 'string' && sanitizeProviderText(reference)) || `row ${index + 1}`)
  );
}

function readReversal(kind: ReversalKind, row: unknown): ProviderReversal | null {
  if (!isRecord(row)) return null;
  const [id, transactionId] = [
    parseFlutterwaveId(row.id),
    parseFlutterwaveId(row.transaction_id ?? row.tx_id),
  ];
  const amountKobo = readKobo(kind === 'refund' ? row.amount_refunded : row.amount);
  if (id === null || transactionId === null || !amountKobo || typeof row.status !== 'string') return null;
  const read = kind === 'refund' ? readRefundStatus : readChargebackStatus;
  const comment = row.comment ?? row.comments;
  return {
    kind,
    id,
    transactionId,
    amountKobo,
    status: read(row.status.toLowerCase()),
    ...(typeof comment === 'string' ? { comment: sanitizeProviderText(comment) } : {}),
  };
}

/** Compares only the beginning of a refund status, which may end with the payment channel, as in `completed-mpgs`. */
function readRefundStatus(status: string): ProviderReversal['status'] {
  if (/^(completed|successful)/.test(status)) return 'taken';
  return status.startsWith('failed') ? 'undone' : 'pending';
}

/** An open dispute is `taken`, because the provider debits at once and returns the amount only if the shop wins. */
function readChargebackStatus(status: string): ProviderReversal['status'] {
  return status === 'won' || status === 'reversed' ? 'undone' : 'taken';
}

function readSettlement(row: unknown): ProviderSettlement | null {
  if (!isRecord(row)) return null;
  const id = parseFlutterwaveId(row.id);
  const amount = (name: string) => readKobo(row[name] ?? 0);
  const [grossKobo, netKobo] = [readKobo(row.gross_amount), readSignedKobo(row.net_amount)];
  const fees = [amount('app_fee'), amount('merchant_fee'), amount('stampduty_charge')];
  const reversals = [amount('refund'), amount('chargeback')];
  if (id === null || grossKobo === null || netKobo === null) return null;
  if (typeof row.currency !== 'string' || [...fees, ...reversals].includes(null)) return null;
  return {
    id,
    isPaid: row.status === 'completed',
    currency: sanitizeProviderText(row.currency),
    grossKobo,
    feeKobo: sum(fees),
    reversedKobo: sum(reversals),
    netKobo,
  };
}

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, one) => total + (one ?? 0), 0);

/** Reads an amount. @returns null when it is invalid or too large to be exact. */
function readKobo(naira: unknown): number | null {
  return typeof naira === 'number' && naira < 0 ? null : readSignedKobo(naira);
}

/** Reads an amount that may be negative, because a payout may deduct more than it pays. */
function readSignedKobo(naira: unknown): number | null {
  if (typeof naira !== 'number' || !Number.isFinite(naira)) return null;
  const kobo = flutterwaveNairaToKobo(naira);
  return Number.isSafeInteger(kobo) ? kobo : null;
}
