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
