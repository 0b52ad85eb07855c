import { writeAudit } from '../audit/audit-log.ts';
import { underAdvisoryLock } from '../db/advisory-lock.ts';
import { type Answer, auditName, type Body, type OpsContext } from './action.ts';
import { cleanBody } from './fields.ts';
import { isApprovalPossible } from './operators.ts';
import { runOnce } from './run-once.ts';

/**
 * Does what somebody asks who has proven who they are, and whose role allows it: at the command line and at the console.
 *
 * @throws {Refusal} {DomainError} where it will not be done.
 */
export async function performAction(context: OpsContext, given: Body): Promise<Answer> {
  const { action, db, actor } = context;
  const body = cleanBody(action, given);
  const run = () => runOnce(context, body);
  const answer = await (action.movesMoney && (await isApprovalPossible(db))
    ? underAdvisoryLock(db, `money of ${actor}`, run)
    : run());
  // Whoever has looked at shoppers is known before anything is shown.
  if (answer.lookedAt !== undefined)
    await writeAudit(db, { actor, action: auditName(action), target: answer.lookedAt });
  return answer;
}
