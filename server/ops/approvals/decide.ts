import { writeAudit } from '../../audit/audit-log.ts';
import { recordForbiddenOperator } from '../../audit/security-events.ts';
import { underAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { type Action, type Answer, type OpsContext, Refusal } from '../action.ts';
import { findOperators } from '../operator-repository.ts';
import { mayRun, requireOtherPerson } from '../operators.ts';
import { performAction } from '../perform-action.ts';
import { closeProposal, lockProposal, markAgreed, type Proposal } from './proposal-repository.ts';
import { describeOutcome, operatorNameOf } from './propose.ts';

export type FindAction = (name: string) => Action;

/**
 * Runs a proposed action once, in the proposer's name. The approval and the result are separate transactions.
 * If the process dies in between, any later approval finishes the action under the same key, in the first approver's
 * name.
 *
 * @throws {Refusal} {DomainError} when this operator may not approve, or the action is refused.
 */
export async function approveProposal(
  context: OpsContext,
  id: number,
  findAction: FindAction,
): Promise<Answer> {
  const { db } = context;
  return underAdvisoryLock(db, `proposal ${id}`, async () => {
    const proposal = await takeUp(context, id, findAction);
    if (proposal.status === 'done')
      return { ...answerOf(proposal, proposal.message, proposal.answer), isRepeated: true };
    const close = async (status: 'done' | 'failed', message: string, answer?: unknown) =>
      db.transaction(async (tx) => {
        await closeProposal(tx, { id, status, decidedBy: proposal.decidedBy, message, answer });
        await writeAudit(tx, {
          actor: context.actor,
          action: 'approval.agree_answered',
          target: `proposal:${id}`,
          before: { status: proposal.status },
          after: { status, message },
        });
      });
    try {
      const answer = await perform(context, proposal, findAction(proposal.action));
      const message = lastLine(answer.said);
      await close(answer.isGood === false ? 'failed' : 'done', message, answer.data);
      return { ...answerOf(proposal, message, answer.data), isGood: answer.isGood ?? true };
    } catch (error) {
      // After any other error the outcome is unknown, so the proposal stays open for another try.
      const isRefused = error instanceof Refusal || (error instanceof DomainError && error.status < 500);
      if (isRefused) await close('failed', error.message);
      throw error;
    }
  });
}

/** Declines a proposal. Its proposer withdraws it in the same way. */
export async function declineProposal(
  { db, actor, key }: OpsContext,
  id: number,
  reason: string,
  findAction: FindAction,
): Promise<void> {
  const name = operatorNameOf(actor);
  await underAdvisoryLock(db, `proposal ${id}`, () =>
    db.transaction(async (tx) => {
      const proposal = await requireOpen(tx, id);
      if (proposal.decidedBy) throw new Refusal(`${proposal.decidedBy} has already approved this.`);
      if (proposal.proposedBy !== name) await requireMay({ db, actor }, findAction(proposal.action));
      await closeProposal(tx, { id, status: 'declined', decidedBy: name, message: reason });
      await writeAudit(tx, {
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

/** @returns the proposal with its approver; a completed one unchanged. */
async function takeUp({ db, actor }: OpsContext, id: number, findAction: FindAction): Promise<Proposal> {
  const name = operatorNameOf(actor);
  return db.transaction(async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (proposal?.proposedBy === name) throw new Refusal(`Another operator must approve, not ${name} again.`);
    if (proposal) await requireMay({ db, actor }, findAction(proposal.action));
    if (proposal?.status === 'done') return proposal;
    if (proposal) await requireOtherPerson(tx, proposal.proposedBy, name);
    const { status, decidedBy } = await requireOpen(tx, id);
    await markAgreed(tx, id, decidedBy ?? name);
    await writeAudit(tx, {
      actor,
      action: 'approval.agree',
      target: `proposal:${id}`,
      before: { status, agreedBy: decidedBy },
      after: { status, agreedBy: decidedBy ?? name },
    });
    return { ...(proposal as Proposal), decidedBy: decidedBy ?? name };
  });
}

async function requireOpen(tx: Queryable, id: number): Promise<Proposal> {
  const proposal = await lockProposal(tx, id);
  if (!proposal) throw new Refusal('There is no such proposal.');
  if (proposal.status !== 'open') throw new Refusal(describeOutcome(proposal));
  return proposal;
}

/** An approver's role must allow the action. The system actor of a shop without an owner may do everything. */
async function requireMay({ db, actor }: Pick<OpsContext, 'db' | 'actor'>, action: Action): Promise<void> {
  if (actor === operatorNameOf(actor)) return;
  const one = (await findOperators(db)).find(({ name }) => name === operatorNameOf(actor));
  if (!one || !mayRun(one, action)) {
    await recordForbiddenOperator(db, operatorNameOf(actor));
    throw new DomainError(
      'forbidden',
      `${operatorNameOf(actor)} has the role ${one?.role ?? 'none'}, which does not allow ${action.name}.`,
    );
  }
}

/** Runs the action with the same checks as the command line: the proposer still exists and may still run it. */
async function perform(
  context: OpsContext,
  { proposedBy, decidedBy, amountKobo, key, body }: Proposal,
  action: Action,
): Promise<Answer> {
  const proposer = (await findOperators(context.db)).find(({ name }) => name === proposedBy);
  if (!proposer) throw new Refusal(`There is no operator "${proposedBy}" any more.`);
  if (!mayRun(proposer, action))
    throw new Refusal(`${proposedBy} has the role ${proposer.role}, which does not allow ${action.name}.`);
  const theirs = {
    ...context,
    action,
    actor: `operator:${proposedBy}`,
    approvedBy: decidedBy,
    // No sum means another currency: the amount is that of one transaction and cannot grow.
    approvedUpToKobo: amountKobo ?? Number.POSITIVE_INFINITY,
    key,
  };
  return performAction(theirs, body);
}

function answerOf({ id, decidedBy }: Proposal, message: string | null, answer: unknown): Answer {
  return { data: { id, agreedBy: decidedBy, message, answer }, said: message ?? '' };
}

/** Extracts the summary, which is the last line below the figures. */
function lastLine(said = ''): string {
  return said.trimEnd().split('\n').at(-1) ?? '';
}
