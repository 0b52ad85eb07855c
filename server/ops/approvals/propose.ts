import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '#contract/kobo.ts';
import { actorAddress, writeAudit } from '../../audit/audit-log.ts';
import { type Body, type OpsContext, Refusal } from '../action.ts';
import type { Preview } from '../dry-run-answer.ts';
import { cleanBody, fieldsOf } from '../fields.ts';
import type { ApprovalNeeded } from '../operators.ts';
import { findProposalOfKey, insertProposal, type NewProposal, type Proposal } from './proposal-repository.ts';

/**
 * Keeps an act that needs a second person until one agrees; asked again under the same key it is the same proposal.
 *
 * @returns what waits; one that was done meanwhile has its answer.
 * @throws {Refusal} where it was declined, has failed or has expired, or the key stands for another act.
 */
export async function propose(
  context: OpsContext,
  given: Body,
  { amountNaira }: ApprovalNeeded,
): Promise<Proposal> {
  const { db, actor, action } = context;
  const key = context.key ?? `proposal:${randomUUID()}`;
  const act = { key, action: action.name, body: cleanBody(action, given) };
  // What is known already may be done by now, and then has nothing left to preview.
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
 * What an act would move now, as its dry run says.
 *
 * @throws {Refusal} {DomainError} where it cannot be done.
 */
export async function previewOf(context: OpsContext, body: Body): Promise<Preview> {
  const { data } = await context.action.run({ ...context, key: null }, { ...body, dryRun: true });
  const { about, says } = data as Preview;
  return { about, says };
}

/** What was asked for, as the log and a second person read it: what the action is about, and its options. */
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

/** What became of a proposal that waits no more. */
export function describeOutcome({ status, decidedBy, message }: Proposal): string {
  if (status === 'done') return `Done: ${decidedBy} approved it.`;
  if (status === 'declined') return `${decidedBy} declined it: ${message}`;
  if (status === 'failed') return `${decidedBy} approved it, but it could not be done: ${message}`;
  return 'It has expired: nobody approved it within 72 hours.';
}

/** Who an actor of the log is by name. */
export function operatorNameOf(actor: string): string {
  return actor.replace(/^operator:/, '');
}
