import { writeAuditEntry } from '../audit/audit-log.ts';
import { withAdvisoryLock } from '../db/advisory-lock.ts';
import {
  type ActionBody,
  type ActionResult,
  getAuditActionName,
  type OperatorActionContext,
} from './action.ts';
import { requireAccessToCentres } from './actions/centre-access.ts';
import { parseActionBody } from './fields.ts';
import { isApprovalPossible } from './operators.ts';
import { runActionIdempotently } from './run-idempotently.ts';

/**
 * Runs an action of an authenticated operator whose role allows it.
 * @throws {ActionRefusedError} {DomainError} when the action is refused.
 */
export async function runOperatorAction(
  context: OperatorActionContext,
  given: ActionBody,
): Promise<ActionResult> {
  const { action, db, actor } = context;
  const body = parseActionBody(action, given);
  await requireAccessToCentres(context, body);
  const run = () => runActionIdempotently(context, body);
  const answer = await (action.movesMoney && (await isApprovalPossible(db))
    ? withAdvisoryLock(db, `money of ${actor}`, run)
    : run());
  // The operator's view is logged before the shopper's data is shown.
  if (answer.lookedAt !== undefined)
    await writeAuditEntry(db, { actor, action: getAuditActionName(action), target: answer.lookedAt });
  return answer;
}
