import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { PaidReplyDeps } from '../paid-reply.ts';
import { presentStatus } from '../payment-presentation.ts';
import { findPaidPayment, type PaidPayment, takeVerifyTurn } from '../payments-repository.ts';
import { isReference } from '../reference.ts';
import { type VerifyDeps, verifyAndSettle } from './verify-service.ts';

/**
 * The verdict on one of the shopper's own payments. While money may still come, the provider is asked first, at
 * most once in 3 s for a reference.
 *
 * @param mayAsk answers false when this shopper has had the provider asked often enough; `onFailure` is told when
 *   settling threw: the shopper hears what stands, and the poller asks again.
 * @throws {DomainError} 404 for anyone else's reference as for one that never was.
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
