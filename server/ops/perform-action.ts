import { writeAudit } from '../audit/audit-log.ts';
import { underAdvisoryLock } from '../db/advisory-lock.ts';
import { type Answer, auditName, type Body, type OpsContext } from './action.ts';
import { cleanBody } from './fields.ts';
import { isApprovalPossible } from './operators.ts';
import { runOnce } from './run-once.ts';

/**
 * Runs an action of an authenticated operator whose role allows it, for the command line and the console.
 *
 * @throws {Refusal} {DomainError} when the action is refused.
 */
export async function performAction(context: OpsContext, given: Body): Promise<Answer> {
  const { action, db, actor } = context;
  const body = cleanBody(action, given);
  const run = () => runOnce(context, body);
  const answer = await (action.movesMoney && (await isApprovalPossible(db))
    ? underAdvisoryLock(db, `money of ${actor}`, run)
    : run());
  // The audit row is written before shoppers' data is shown.
  if (answer.lookedAt !== undefined)
    await writeAudit(db, { actor, action: auditName(action), target: answer.lookedAt });
  return answer;
}
