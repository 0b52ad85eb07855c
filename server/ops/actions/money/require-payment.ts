import type { PaymentRecord } from '../../../features/payments/payment-record.ts';
import { findPayment } from '../../../features/payments/payments-repository.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { OperatorActionContext } from '../../action.ts';
import { normalizePaymentReference } from '../../queries/search-terms.ts';

/** Finds the payment with this reference. @throws {DomainError} when there is none. */
export async function requirePaymentByReference(
  db: OperatorActionContext['db'],
  body: { reference: string },
): Promise<PaymentRecord> {
  const payment = await findPayment(db, normalizePaymentReference(body));
  if (!payment) throw new DomainError('payment_not_found', 'There is no payment with this reference.');
  return payment;
}
