import { writeAuditEntry } from '../../audit/audit-log.ts';
import { recordForbiddenOperatorAction } from '../../audit/security-events.ts';
import { withAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import {
  ActionRefusedError,
  type ActionResult,
  type OperatorAction,
  type OperatorActionContext,
} from '../action.ts';
import { findActiveOperators } from '../operator-repository.ts';
import { canRoleRunAction, requireIndependentApprover } from '../operators.ts';
import { runOperatorAction } from '../run-action.ts';
import {
  type ActionProposal,
  closeActionProposal,
  lockActionProposal,
  setActionProposalApprover,
} from './proposal-repository.ts';
import { describeActionProposalOutcome, getOperatorNameFromActor } from './propose.ts';

export type FindActionByName = (name: string) => OperatorAction;

/**
 * Runs a proposed action once, in the proposer's name. After a crash a later approval finishes the action under the
 * same key.
 * @throws {ActionRefusedError} {DomainError} when this operator may not approve, or the action is refused.
 */
export async function approveProposal(
  context: OperatorActionContext,
  id: number,
  findAction: FindActionByName,
): Promise<ActionResult> {
  const { db } = context;
  return withAdvisoryLock(db, `proposal ${id}`, async () => {
    const proposal = await recordApprover(context, id, findAction);
    if (proposal.status === 'done')
      return { ...createProposalResult(proposal, proposal.message, proposal.answer), isRepeated: true };
    const close = async (status: 'done' | 'failed', message: string, answer?: unknown) =>
      db.transaction(async (tx) => {
        await closeActionProposal(tx, { id, status, decidedBy: proposal.decidedBy, message, answer });
        await writeAuditEntry(tx, {
          actor: context.actor,
          action: 'approval.agree_answered',
          target: `proposal:${id}`,
          before: { status: proposal.status },
          after: { status, message },
        });
      });
    try {
      const answer = await perform(context, proposal, findAction(proposal.action));
      const message = lastLine(answer.text);
      await close(answer.isGood === false ? 'failed' : 'done', message, answer.data);
      return { ...createProposalResult(proposal, message, answer.data), isGood: answer.isGood ?? true };
    } catch (error) {
      // A refusal means that the action changed nothing. After any other error the proposal stays open, because the
      // outcome is unknown.
      const isRefused =
        error instanceof ActionRefusedError || (error instanceof DomainError && error.status < 500);
      if (isRefused) await close('failed', error.message);
      throw error;
    }
  });
}

/** Closes a proposal as declined. The proposer also withdraws it by this function. */
export async function declineProposal(
  { db, actor, key }: OperatorActionContext,
  id: number,
  reason: string,
  findAction: FindActionByName,
): Promise<void> {
  const name = getOperatorNameFromActor(actor);
  await withAdvisoryLock(db, `proposal ${id}`, () =>
    db.transaction(async (tx) => {
      const proposal = await requireOpen(tx, id);
      if (proposal.decidedBy)
        throw new ActionRefusedError(`${proposal.decidedBy} has already approved this.`);
      if (proposal.proposedBy !== name) await requireMay({ db, actor }, findAction(proposal.action));
      await closeActionProposal(tx, { id, status: 'declined', decidedBy: name, message: reason });
      await writeAuditEntry(tx, {
        actor,
        key,
        action: 'approval.decline',
        target: `proposal:${id}`,
        reason,
        before: { status: proposal.status },
        after: { status: 'declined' },
      });
    }),
  );
}

/** Records the approver of an open proposal. @returns the proposal; one that is already done is returned as it is. */
async function recordApprover(
  { db, actor }: OperatorActionContext,
  id: number,
  findAction: FindActionByName,
): Promise<ActionProposal> {
  const name = getOperatorNameFromActor(actor);
  return db.transaction(async (tx) => {
    const proposal = await lockActionProposal(tx, id);
    if (proposal?.proposedBy === name)
      throw new ActionRefusedError(`Another operator must approve, not ${name} again.`);
    if (proposal) await requireMay({ db, actor }, findAction(proposal.action));
    if (proposal?.status === 'done') return proposal;
    if (proposal) await requireIndependentApprover(tx, proposal.proposedBy, name);
    const { status, decidedBy } = await requireOpen(tx, id);
    await setActionProposalApprover(tx, id, decidedBy ?? name);
    await writeAuditEntry(tx, {
      actor,
      action: 'approval.agree',
      target: `proposal:${id}`,
      before: { status, agreedBy: decidedBy },
      after: { status, agreedBy: decidedBy ?? name },
    });
    return { ...(proposal as ActionProposal), decidedBy: decidedBy ?? name };
  });
}

async function requireOpen(tx: Queryable, id: number): Promise<ActionProposal> {
  const proposal = await lockActionProposal(tx, id);
  if (!proposal) throw new ActionRefusedError('There is no such proposal.');
  if (proposal.status !== 'open') throw new ActionRefusedError(describeActionProposalOutcome(proposal));
  return proposal;
}

/** An approver's role must allow the action. The system actor of a shop without an owner may do everything. */
async function requireMay(
  { db, actor }: Pick<OperatorActionContext, 'db' | 'actor'>,
  action: OperatorAction,
): Promise<void> {
  if (actor === getOperatorNameFromActor(actor)) return;
  const one = (await findActiveOperators(db)).find(({ name }) => name === getOperatorNameFromActor(actor));
  if (!one || !canRoleRunAction(one, action)) {
    await recordForbiddenOperatorAction(db, getOperatorNameFromActor(actor));
    throw new DomainError(
      'forbidden',
      `${getOperatorNameFromActor(actor)} has the role ${one?.role ?? 'none'}, which does not allow ${action.name}.`,
    );
  }
}

/** Runs the action with the checks of the command line, so the proposer must still be allowed to run it. */
async function perform(
  context: OperatorActionContext,
  { proposedBy, decidedBy, amountKobo, key, body }: ActionProposal,
  action: OperatorAction,
): Promise<ActionResult> {
  const proposer = (await findActiveOperators(context.db)).find(({ name }) => name === proposedBy);
  if (!proposer) throw new ActionRefusedError(`There is no operator "${proposedBy}" any more.`);
  if (!canRoleRunAction(proposer, action))
    throw new ActionRefusedError(
      `${proposedBy} has the role ${proposer.role}, which does not allow ${action.name}.`,
    );
  const theirs = {
    ...context,
    action,
    actor: `operator:${proposedBy}`,
    approvedBy: decidedBy,
    // A null amount is in another currency. It needs no limit, because a transaction's amount cannot grow after the
    // approval.
    approvedUpToKobo: amountKobo ?? Number.POSITIVE_INFINITY,
    centres: proposer.centres,
    key,
  };
  return runOperatorAction(theirs, body);
}

function createProposalResult(
  { id, decidedBy }: ActionProposal,
  message: string | null,
  answer: unknown,
): ActionResult {
  return { data: { id, agreedBy: decidedBy, message, answer }, text: message ?? '' };
}

/** Returns the last line of an action's result, which summarises the result. */
function lastLine(output = ''): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}
