import { PROVIDER_RETURN as PART } from '#contract/payment-return.ts';
import type { ProviderReturn } from '../provider.ts';

/** What Flutterwave puts on the return address. */
export const RETURN_PARTS = [PART.status, PART.reference, PART.transactionId];

/** A cancelled page names no transaction. */
export function readReturn(query: Readonly<Record<string, string | undefined>>): ProviderReturn {
  const status = query[PART.status];
  const id = query[PART.transactionId] ?? '';
  return {
    reference: query[PART.reference] ?? '',
    ...(/^[0-9]{1,15}$/.test(id) ? { transactionId: Number(id) } : {}),
    ...(status === 'cancelled' || status === 'failed' ? { flag: status } : {}),
  };
}
