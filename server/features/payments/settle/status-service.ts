import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { PaidReplyDeps } from '../paid-reply.ts';
import { presentStatus } from '../payment-presentation.ts';
import { findPaidPayment, type PaidPayment, takeVerifyTurn } from '../payments-repository.ts';
import { isReference } from '../reference.ts';
import { type VerifyDeps, verifyAndSettle } from './verify-service.ts';

/**
 * The status of one of the shopper's payments. While money may still come, the provider is queried first, at most once
 * in 3 s for a reference.
 *
 * @param mayAsk returns false when this shopper has used up the queries. `onFailure` is called when settling threw: the
 * shopper sees the stored status, and the poller retries.
 * @throws {DomainError} 404 for another shopper's reference as for an unknown one.
 */
export async function readPaymentStatus(
  deps: VerifyDeps & Pick<PaidReplyDeps, 'readBalance'> & { clock: Clock },
  userId: string,
  reference: string,
  { mayAsk, onFailure }: { mayAsk: () => Promise<boolean>; onFailure: (error: unknown) => void },
): Promise<PaymentStatusReply> {
  let payment = await findOwn(deps, userId, reference);
  if (payment.outcome === null && (await mayAsk()) && (await takeVerifyTurn(deps.db, reference))) {
    await verifyAndSettle(deps, reference).catch(onFailure);
    payment = await findOwn(deps, userId, reference);
  }
  const balanceKobo = await deps.readBalance(deps.db, userId);
  return presentStatus(payment, { balanceKobo, groups: payment.groups }, deps.clock.now());
}

async function findOwn(deps: VerifyDeps, userId: string, reference: string): Promise<PaidPayment> {
  const payment = isReference(reference) ? await findPaidPayment(deps.db, reference) : null;
  if (payment?.userId !== userId) throw new DomainError('payment_not_found');
  return payment;
}
