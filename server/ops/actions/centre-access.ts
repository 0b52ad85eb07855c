import { recordForbiddenOperatorAction } from '../../audit/security-events.ts';
import type { Queryable } from '../../db/database.ts';
import { findCentreCodesOfOrders } from '../../features/fulfilment/centre-repository.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { ActionBody, OperatorActionContext } from '../action.ts';
import { getOperatorNameFromActor } from '../approvals/propose.ts';
import { normalizeTrackingNumber } from '../queries/search-terms.ts';

/**
 * Refuses a request about a pickup centre that is not the operator's. An unknown id gets the same message, so that
 * guessing reveals nothing.
 * @throws {DomainError} `forbidden`.
 */
export async function requireAccessToCentres(
  { db, action, actor, centres }: OperatorActionContext,
  body: ActionBody,
): Promise<void> {
  if (centres === null || action.centres === 'listed') return;
  const requestedCentres = (await action.centres?.(db, body)) ?? [];
  if (requestedCentres.length > 0 && requestedCentres.every((code) => centres.includes(code))) return;
  await recordForbiddenOperatorAction(db, getOperatorNameFromActor(actor));
  throw new DomainError(
    'forbidden',
    `There is no such thing at your pickup centres (${centres.join(', ')}).`,
  );
}

export const getCentreFromBody = async (_db: Queryable, { centre }: { centre: string }) => [centre];

export const findCentreOfOrder = (db: Queryable, order: { trackingNumber: string }) =>
  findCentreCodesOfOrders(db, [normalizeTrackingNumber(order)]);
