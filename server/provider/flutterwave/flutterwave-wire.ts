import type { ProviderFailure, ProviderTransaction, ProviderTransactionStatus } from '../provider.ts';
import { isRecord, sanitizeProviderText } from '../untrusted.ts';

/**
 * Converts Flutterwave's naira to kobo. Only this file may convert them.
 * @throws {RangeError} for an amount that is not finite.
 */
export function flutterwaveNairaToKobo(amountNaira: number): number {
  if (!Number.isFinite(amountNaira)) throw new RangeError('amount is not a number');
  return Math.round(amountNaira * 100);
}

/** Converts kobo to Flutterwave's naira: 150050 becomes 1500.5. */
export function koboToFlutterwaveNaira(amountKobo: number): number {
  return amountKobo / 100;
}

export interface FlutterwaveEnvelope {
  status: 'success' | 'error';
  message: string;
  data: unknown;
  meta: unknown;
}

/** Parses the outer part of a response, which says only whether the call succeeded; null for any other body. */
export function parseFlutterwaveEnvelope(body: unknown): FlutterwaveEnvelope | null {
  if (!isRecord(body)) return null;
  if (body.status !== 'success' && body.status !== 'error') return null;
  const message = typeof body.message === 'string' ? sanitizeProviderText(body.message) : '';
  return { status: body.status, message, data: body.data ?? null, meta: body.meta ?? null };
}

export type FlutterwaveResult = { ok: true; envelope: FlutterwaveEnvelope } | ProviderFailure;

export function createUnknownOutcomeResult(reason: string): ProviderFailure {
  return { ok: false, kind: 'unknown', reason };
}

export function createRefusedResult(envelope: FlutterwaveEnvelope): ProviderFailure {
  return { ok: false, kind: 'refused', reason: envelope.message || 'the provider refused' };
}

/**
 * Parses a transaction. Returns null when an amount or another required field is missing, invalid or too large to be
 * exact.
 */
export function parseFlutterwaveTransaction(data: unknown): ProviderTransaction | null {
  if (!isRecord(data)) return null;
  const id = parseFlutterwaveId(data.id);
  const { amount, currency, status, tx_ref: reference } = data;
  if (id === null || typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) return null;
  if (typeof currency !== 'string' || typeof status !== 'string') return null;
  if (!Number.isSafeInteger(flutterwaveNairaToKobo(amount))) return null;
  const transaction: ProviderTransaction = {
    id,
    reference: typeof reference === 'string' ? sanitizeProviderText(reference) : '',
    status: parseFlutterwaveStatus(status),
    amountKobo: flutterwaveNairaToKobo(amount),
    currency: sanitizeProviderText(currency),
  };
  if (typeof data.processor_response === 'string')
    transaction.reason = sanitizeProviderText(data.processor_response);
  if (typeof data.created_at === 'string') transaction.createdAt = sanitizeProviderText(data.created_at);
  return transaction;
}

/** Treats any unclear status as pending, because a pending transaction changes nothing and is queried again. */
export function parseFlutterwaveStatus(status: string): ProviderTransactionStatus {
  const lower = status.toLowerCase();
  if (lower === 'successful' || lower === 'failed') return lower;
  return 'pending';
}

/** Converts an id, which is a number in Flutterwave's API, to its canonical text; null for an invalid id. */
export function parseFlutterwaveId(value: unknown): string | null {
  const id = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}
