import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import { findPayment } from '../../../features/payments/payments-repository.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { OpsContext } from '../../action.ts';
import { referenceOf } from '../../readings/search-terms.ts';

/** @throws {DomainError} for an unknown reference. */
export async function requirePayment(
  db: OpsContext['db'],
  body: { reference: string },
): Promise<PaymentRecord> {
  const payment = await findPayment(db, referenceOf(body));
  if (!payment) throw new DomainError('payment_not_found', 'There is no payment with this reference.');
  return payment;
}
