import type { AlarmService } from '../../alarms/alarms.ts';
import type { PaymentVerificationDeps } from './settle/verify-service.ts';

/** Raises an alarm when no order could be created although the payment was made. */
export function createOrderFailedAlarmCallback(
  alarms: AlarmService,
): NonNullable<PaymentVerificationDeps['onOrderFailed']> {
  return (transactionId, reference) => alarms.raise('order_failed', reference, { transactionId, reference });
}

export function createReversalLossAlarmCallback(
  alarms: AlarmService,
): NonNullable<PaymentVerificationDeps['onReversal']> {
  return ({ kind, ...reversal }) =>
    alarms.raise(kind === 'refund' ? 'card_refund' : kind, reversal.transactionId, reversal);
}
