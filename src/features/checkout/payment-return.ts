import type { ReturnHint } from '../../offline/payment-states.ts';

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

const FLAGS = ['returned', 'cancelled', 'failed', 'success'] as const;
const PROVIDER_PARTS = ['status', 'tx_ref', 'transaction_id'] as const;
const REFERENCE = /^[A-Za-z0-9_-]{1,60}$/;
const PROVIDER_HINTS: Readonly<Record<string, ReturnHint>> = {
  successful: 'success',
  completed: 'success',
  cancelled: 'cancelled',
  failed: 'failed',
};

/** A flag is set when it is there and empty, `1` or `true`. */
function isSet(query: URLSearchParams, flag: string): boolean {
  const value = query.get(flag);
  return value === '' || value === '1' || value === 'true';
}

/** @returns null when the address is not a return. The worse news wins: failed, cancelled, success, returned. */
export function parsePaymentReturn(search: string): PaymentReturn | null {
  const query = new URLSearchParams(search);
  const provider = PROVIDER_HINTS[query.get('status') ?? ''];
  const hint = (['failed', 'cancelled', 'success', 'returned'] as const).find(
    (flag) => isSet(query, flag) || provider === flag,
  );
  if (!hint) return null;
  const named = query.get('reference') ?? query.get('tx_ref') ?? '';
  return { hint, reference: REFERENCE.test(named) ? named : null };
}

/** The query without everything a return put there. */
export function withoutPaymentReturn(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of [...FLAGS, ...PROVIDER_PARTS, 'reference']) query.delete(name);
  const rest = query.toString();
  return rest ? `?${rest}` : '';
}
