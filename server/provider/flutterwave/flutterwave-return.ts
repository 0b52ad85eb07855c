import { PROVIDER_RETURN as PART } from '#contract/payment-return.ts';
import type { ProviderReturn } from '../provider.ts';
import { readId } from './flutterwave-wire.ts';

export const RETURN_PARTS = [PART.status, PART.reference, PART.transactionId];

/** Reads the return address's parameters; a cancelled card page names no transaction. */
export function readReturn(query: Readonly<Record<string, string | undefined>>): ProviderReturn {
  const status = query[PART.status];
  const transactionId = readId(query[PART.transactionId]);
  return {
    reference: query[PART.reference] ?? '',
    ...(transactionId === null ? {} : { transactionId }),
    ...(status === 'cancelled' || status === 'failed' ? { flag: status } : {}),
  };
}
