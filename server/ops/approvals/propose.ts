import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '#contract/kobo.ts';
import { actorAddress, writeAudit } from '../../audit/audit-log.ts';
import { type Body, type OpsContext, Refusal } from '../action.ts';
import type { Preview } from '../dry-run-answer.ts';
import { cleanBody, fieldsOf } from '../fields.ts';
import type { ApprovalNeeded } from '../operators.ts';
import { findProposalOfKey, insertProposal, type NewProposal, type Proposal } from './proposal-repository.ts';

/**
 * Stores an action that needs a second person's approval; the same key returns the same proposal.
 *
 * @returns the open proposal, or a completed one with its result.
 * @throws {Refusal} when it was declined, failed or expired, or the key belongs to another action.
 */
export async function propose(
  context: OpsContext,
  given: Body,
  { amountNaira }: ApprovalNeeded,
): Promise<Proposal> {
  const { db, actor, action } = context;
  const key = context.key ?? `proposal:${randomUUID()}`;
  const act = { key, action: action.name, body: cleanBody(action, given) };
  // A known proposal may be completed already, and then a preview would fail.
  const isKnown = (await findProposalOfKey(db, act)) !== undefined;
  const asked: NewProposal | null = isKnown
    ? null
    : {
        ...act,
        amountKobo: Number.isFinite(amountNaira) ? nairaToKobo(amountNaira) : null,
        preview: await previewOf(context, act.body),
        proposedBy: operatorNameOf(actor),
        ip: actorAddress.getStore() ?? null,
      };
  return db.transaction(async (tx) => {
    const kept = asked && (await insertProposal(tx, asked));
    if (kept) {
      await writeAudit(tx, {
        actor,
        action: 'approval.propose',
        target: `proposal:${kept.id}`,
        ...(typeof act.body.reason === 'string' ? { reason: act.body.reason } : {}),
        after: { command: action.name, ...describeRequest(context, act.body), amountKobo: asked.amountKobo },
      });
      return kept;
    }
    const known = await findProposalOfKey(tx, act);
    if (!known?.isSame) throw new Refusal(`The key ${key} was already used for another action.`);
    if (known.status !== 'open' && known.status !== 'done') throw new Refusal(describeOutcome(known));
    return known;
  });
}

/**
 * Describes the effects that the action would have now, by its dry run.
 *
 * @throws {Refusal} {DomainError} when the action is not possible.
 */
export async function previewOf(context: OpsContext, body: Body): Promise<Preview> {
  const { data } = await context.action.run({ ...context, key: null }, { ...body, dryRun: true });
  const { about, says } = data as Preview;
  return { about, says };
}

/** Describes a request for the audit log and the approver, by its positional arguments and options. */
export function describeRequest({ action }: Pick<OpsContext, 'action'>, body: Body) {
  const given = fieldsOf(action).filter(({ name }) => body[name] !== undefined);
  const textOf = (name: string) => String(body[name]);
  return {
    words: given.filter(({ isPositional }) => isPositional).map(({ name }) => textOf(name)),
    options: Object.fromEntries(
      given.filter(({ isPositional }) => !isPositional).map(({ name, option }) => [option, textOf(name)]),
    ),
  };
}

/** Describes the outcome of a closed proposal in a sentence. */
export function describeOutcome({ status, decidedBy, message }: Proposal): string {
  if (status === 'done') return `Done: ${decidedBy} approved it.`;
  if (status === 'declined') return `${decidedBy} declined it: ${message}`;
  if (status === 'failed') return `${decidedBy} approved it, but it could not be done: ${message}`;
  return 'It has expired: nobody approved it within 72 hours.';
}

/** Removes the prefix of an actor in the audit log. */
export function operatorNameOf(actor: string): string {
  return actor.replace(/^operator:/, '');
}
