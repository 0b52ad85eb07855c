import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { operatorIpAddressContext, writeAuditEntry } from '../../audit/audit-log.ts';
import { type ActionBody, ActionRefusedError, type OperatorActionContext } from '../action.ts';
import type { DryRunPreview } from '../dry-run-result.ts';
import { listActionFields, parseActionBody } from '../fields.ts';
import type { ApprovalNeededError } from '../operators.ts';
import {
  type ActionProposal,
  findActionProposalByIdempotencyKey,
  insertActionProposal,
  type NewActionProposal,
} from './proposal-repository.ts';

/**
 * Stores an action that needs a second person's approval; the same key returns the same proposal.
 * @returns the open proposal, or a completed one with its result.
 * @throws {ActionRefusedError} when the proposal was closed without a result, or the key is another action's.
 */
export async function proposeAction(
  context: OperatorActionContext,
  given: ActionBody,
  { amountNaira }: ApprovalNeededError,
): Promise<ActionProposal> {
  const { db, actor, action } = context;
  const key = context.key ?? `proposal:${randomUUID()}`;
  const request = { key, action: action.name, body: parseActionBody(action, given) };
  // A repeated proposal gets no new preview, because the dry run of a completed action would be refused.
  const isKnown = (await findActionProposalByIdempotencyKey(db, request)) !== undefined;
  const proposal: NewActionProposal | null = isKnown
    ? null
    : {
        ...request,
        amountKobo: Number.isFinite(amountNaira) ? nairaToKobo(amountNaira) : null,
        preview: await previewAction(context, request.body),
        proposedBy: getOperatorNameFromActor(actor),
        ip: operatorIpAddressContext.getStore() ?? null,
      };
  return db.transaction(async (tx) => {
    const stored = proposal && (await insertActionProposal(tx, proposal));
    if (stored) {
      await writeAuditEntry(tx, {
        actor,
        action: 'approval.propose',
        target: `proposal:${stored.id}`,
        ...(typeof request.body.reason === 'string' ? { reason: request.body.reason } : {}),
        after: {
          command: action.name,
          ...formatActionArguments(context, request.body),
          amountKobo: proposal.amountKobo,
        },
      });
      return stored;
    }
    const known = await findActionProposalByIdempotencyKey(tx, request);
    if (!known?.isSame) throw new ActionRefusedError(`The key ${key} was already used for another action.`);
    if (known.status !== 'open' && known.status !== 'done')
      throw new ActionRefusedError(describeActionProposalOutcome(known));
    return known;
  });
}

/**
 * Describes the effects that a dry run of the action predicts.
 * @throws {ActionRefusedError} {DomainError} when the action is not possible.
 */
export async function previewAction(
  context: OperatorActionContext,
  body: ActionBody,
): Promise<DryRunPreview> {
  const { data } = await context.action.run({ ...context, key: null }, { ...body, dryRun: true });
  const { about, says } = data as DryRunPreview;
  return { about, says };
}

/** Formats the fields of an action as command-line arguments, for the audit log and the approver. */
export function formatActionArguments({ action }: Pick<OperatorActionContext, 'action'>, body: ActionBody) {
  const given = listActionFields(action).filter(({ name }) => body[name] !== undefined);
  const textOf = (name: string) => String(body[name]);
  return {
    words: given.filter(({ isPositional }) => isPositional).map(({ name }) => textOf(name)),
    options: Object.fromEntries(
      given.filter(({ isPositional }) => !isPositional).map(({ name, option }) => [option, textOf(name)]),
    ),
  };
}

/** Describes the outcome of a closed proposal in a sentence. */
export function describeActionProposalOutcome({ status, decidedBy, message }: ActionProposal): string {
  if (status === 'done') return `Done: ${decidedBy} approved it.`;
  if (status === 'declined') return `${decidedBy} declined it: ${message}`;
  if (status === 'failed') return `${decidedBy} approved it, but it could not be done: ${message}`;
  return 'It has expired: nobody approved it within 72 hours.';
}

/** Returns the operator's name, such as `ngozi` for the audit log's actor `operator:ngozi`. */
export function getOperatorNameFromActor(actor: string): string {
  return actor.replace(/^operator:/, '');
}
