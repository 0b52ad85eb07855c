import type { Alarms } from '../../alarms/alarms.ts';
import type { VerifyDeps } from './settle/verify-service.ts';

/** Raises an alarm at once when a paid order could not be created. */
export function orderFailedAlarm(alarms: Alarms): NonNullable<VerifyDeps['onOrderFailed']> {
  return (transactionId, reference) => alarms.raise('order_failed', reference, { transactionId, reference });
}

export function reversalAlarm(alarms: Alarms): NonNullable<VerifyDeps['onReversal']> {
  return ({ kind, ...reversal }) =>
    alarms.raise(kind === 'refund' ? 'card_refund' : kind, reversal.transactionId, reversal);
}
