import { PAYMENT_RETURN_PARAMETER_NAMES, PROVIDER_REDIRECT_PARAMETERS } from '#contract/payment-return.ts';
import type { CardPageReturnStatus } from '../attempts/attempt.ts';

/**
 * Parses the /cart URL to which the card page returns. Its result is only a hint, because anybody can write a URL.
 * @source spec section 2 (Cart), offline.md section 6 (Return parser)
 */
export interface CardPageReturnParams {
  hint: CardPageReturnStatus;
  /** Payment reference in the address; null: the address names no payment. */
  reference: string | null;
}

const REFERENCE = /^[A-Za-z0-9_-]{1,60}$/;
const PROVIDER_FLAGS: Readonly<Record<string, CardPageReturnStatus>> = PROVIDER_REDIRECT_PARAMETERS.flags;

/** A flag in the query is set when it is present and empty, `1` or `true`. */
function isSet(query: URLSearchParams, flag: string): boolean {
  const value = query.get(flag);
  return value === '' || value === '1' || value === 'true';
}

/**
 * If the query has several flags, the worst counts: failed, cancelled, success, returned. @returns null without a flag.
 */
export function parseCardPageReturnParams(search: string): CardPageReturnParams | null {
  const query = new URLSearchParams(search);
  const provider = PROVIDER_FLAGS[query.get(PROVIDER_REDIRECT_PARAMETERS.status) ?? ''];
  const hint = (['failed', 'cancelled', 'success', 'returned'] as const).find(
    (flag) => isSet(query, flag) || provider === flag,
  );
  if (!hint) return null;
  const named = query.get('reference') ?? query.get(PROVIDER_REDIRECT_PARAMETERS.reference) ?? '';
  return { hint, reference: REFERENCE.test(named) ? named : null };
}

/** Removes all parameters of a payment return from the query. */
export function removeCardPageReturnParams(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of PAYMENT_RETURN_PARAMETER_NAMES) query.delete(name);
  const rest = query.toString();
  return rest ? `?${rest}` : '';
}
