import type { FastifyBaseLogger } from 'fastify';
import type { VerifyDeps } from './verify-service.ts';

/** The line that tells the operator, at the moment itself, that a paid order could not be made. */
export function orderFailedAlarm(log: FastifyBaseLogger): NonNullable<VerifyDeps['onOrderFailed']> {
  return (transactionId, reference) =>
    log.error(
      { alarm: 'order_failed', transactionId, reference },
      'a paid order could not be made; recon list says why',
    );
}

/** The lines that tell of money that left by a card. */
export function reversalAlarm(log: FastifyBaseLogger): NonNullable<VerifyDeps['onReversal']> {
  return ({ kind, ...reversal }) =>
    log.error(
      { alarm: kind === 'refund' ? 'card_refund' : kind, ...reversal },
      kind === 'refund'
        ? 'money went back to a card that no wallet has given; recon list says which'
        : 'a bank has taken back a payment; answer it at the provider, recon list says which',
    );
}
