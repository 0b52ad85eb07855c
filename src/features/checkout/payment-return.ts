import { PROVIDER_RETURN, RETURN_PARTS } from '#contract/payment-return.ts';
import type { ReturnHint } from '../../offline/payments/attempt.ts';

/**
 * What the address of /cart says after the card page. A hint, never a verdict.
 *
 * @source spec section 2 (Cart), offline.md section 6 (Return parser)
 */
export interface PaymentReturn {
  hint: ReturnHint;
  /** Null: the address names no payment. */
  reference: string | null;
}

const REFERENCE = /^[A-Za-z0-9_-]{1,60}$/;
const PROVIDER_FLAGS: Readonly<Record<string, ReturnHint>> = PROVIDER_RETURN.flags;

/** A flag is set when it is there and empty, `1` or `true`. */
function isSet(query: URLSearchParams, flag: string): boolean {
  const value = query.get(flag);
  return value === '' || value === '1' || value === 'true';
}

/** @returns null when the address is not a return. The worse news wins: failed, cancelled, success, returned. */
export function parsePaymentReturn(search: string): PaymentReturn | null {
  const query = new URLSearchParams(search);
  const provider = PROVIDER_FLAGS[query.get(PROVIDER_RETURN.status) ?? ''];
  const hint = (['failed', 'cancelled', 'success', 'returned'] as const).find(
    (flag) => isSet(query, flag) || provider === flag,
  );
  if (!hint) return null;
  const named = query.get('reference') ?? query.get(PROVIDER_RETURN.reference) ?? '';
  return { hint, reference: REFERENCE.test(named) ? named : null };
}

/** The query without everything a return put there. */
export function withoutPaymentReturn(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of RETURN_PARTS) query.delete(name);
  const rest = query.toString();
  return rest ? `?${rest}` : '';
}
