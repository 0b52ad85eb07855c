import { PROVIDER_REDIRECT_PARAMETERS as PART } from '#contract/payment-return.ts';
import type { CheckoutReturnParams } from '../provider.ts';
import { parseFlutterwaveId } from './flutterwave-wire.ts';

export const CHECKOUT_RETURN_QUERY_PARAMETERS = [PART.status, PART.reference, PART.transactionId];

/**
 * Parses the parameters with which the card page sends the browser back. After a cancellation they name no transaction.
 */
export function parseCheckoutReturnQuery(
  query: Readonly<Record<string, string | undefined>>,
): CheckoutReturnParams {
  const status = query[PART.status];
  const transactionId = parseFlutterwaveId(query[PART.transactionId]);
  return {
    reference: query[PART.reference] ?? '',
    ...(transactionId === null ? {} : { transactionId }),
    ...(status === 'cancelled' || status === 'failed' ? { flag: status } : {}),
  };
}
