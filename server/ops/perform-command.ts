import { writeAudit } from '../audit/audit-log.ts';
import { underAdvisoryLock } from '../db/advisory-lock.ts';
import { actionOf, checkTexts, type OpsAnswer, type OpsArguments, type OpsContext } from './command.ts';
import { isApprovalPossible } from './operators.ts';
import { runOnce } from './run-once.ts';

/**
 * Does what somebody asks who has proven who they are, and whose role allows it: at the command line and at the console.
 *
 * @throws {Refusal} {DomainError} where it will not be done.
 */
export async function performCommand(context: OpsContext, args: OpsArguments): Promise<OpsAnswer> {
  checkTexts(args);
  const { command, db, actor } = context;
  const run = () => runOnce(context, args);
  const answer = await (command.movesMoney && (await isApprovalPossible(db))
    ? underAdvisoryLock(db, `money of ${actor}`, run)
    : run());
  await keepLook(context, answer);
  return answer;
}

/** Whoever has looked at shoppers is known before anything is shown. */
async function keepLook({ db, actor, command }: OpsContext, { lookedAt }: OpsAnswer): Promise<void> {
  if (lookedAt === undefined) return;
  await writeAudit(db, { actor, action: actionOf(command), target: lookedAt });
}
