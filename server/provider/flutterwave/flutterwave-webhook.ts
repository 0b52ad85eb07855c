import { createHash, timingSafeEqual } from 'node:crypto';
import type { ProviderWebhookEvent, ProviderWebhookRequest, ProviderWebhookResult } from '../provider.ts';
import { isRecord, sanitizeProviderText } from '../untrusted.ts';
import { parseFlutterwaveId, parseFlutterwaveStatus } from './flutterwave-wire.ts';

/** Compares the header with the shared secret; both are hashed, so that the comparison takes constant time. */
function isSignatureRight(signature: string | string[] | undefined, secretHash: string): boolean {
  if (typeof signature !== 'string' || secretHash === '') return false;
  const given = createHash('sha256').update(signature).digest();
  const expected = createHash('sha256').update(secretHash).digest();
  return timingSafeEqual(given, expected);
}

/** Parses a webhook in the format `{event, data:{…}}` or the older flat one. Both give the same dedupe key. */
export function parseFlutterwaveWebhook(
  request: ProviderWebhookRequest,
  secretHash: string,
): ProviderWebhookResult {
  if (!isSignatureRight(request.headers['verif-hash'], secretHash)) return { ok: false, kind: 'forged' };
  const body = isRecord(request.body) ? request.body : {};
  if (isCalled(body, REVERSAL)) return { ok: false, kind: 'reversal' };
  const event = readCharge(body);
  if (event) return { ok: true, event };
  return { ok: false, kind: isCalled(body, UNRELATED) ? 'unrelated' : 'unreadable' };
}

const REVERSAL = /refund|chargeback|dispute/i;
/** Matches events that concern no shopper's payment: payouts, bills, cards and plans. */
const UNRELATED =
  /^(transfer|payout|settlement|subscription|payment[._ -]?plan|(single)?bill|airtime|virtual[._ -]?(card|account)|issuing|wallet|beneficiary|kyc|bvn|otp|token)/i;

/** Recognises a reversal or an unrelated event only by its name, because Flutterwave does not document these bodies. */
function isCalled({ event, type, 'event.type': eventType }: Record<string, unknown>, name: RegExp): boolean {
  return [event, type, eventType].some((one) => typeof one === 'string' && name.test(one));
}

function readCharge(body: Record<string, unknown>): ProviderWebhookEvent | null {
  if (isRecord(body.data)) {
    if (typeof body.event !== 'string' || !body.event.startsWith('charge.')) return null;
    return toEvent(body.data.id, body.data.tx_ref, body.data.status);
  }
  return toEvent(body.id, body.txRef, body.status);
}

function toEvent(id: unknown, reference: unknown, status: unknown): ProviderWebhookEvent | null {
  const transactionId = parseFlutterwaveId(id);
  if (transactionId === null || typeof reference !== 'string' || typeof status !== 'string') return null;
  if (reference === '' || reference.length > 200) return null;
  const read = parseFlutterwaveStatus(status);
  const dedupeKey = `charge:${transactionId}:${read}`;
  return { dedupeKey, transactionId, reference: sanitizeProviderText(reference), status: read };
}
