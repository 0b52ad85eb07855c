import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '#contract/kobo.ts';
import { actingFrom, writeAudit } from '../../audit/audit-log.ts';
import { type OpsArguments, type OpsContext, Refusal } from '../command.ts';
import type { ApprovalNeeded } from '../operators.ts';
import type { Preview } from '../planned.ts';
import { findProposalOfKey, keepProposal, type NewProposal, type Proposal } from './proposal-repository.ts';

/**
 * Keeps an act that needs a second person until one agrees; asked again under the same key it is the same proposal.
 *
 * @returns what waits; one that was done meanwhile has its answer.
 * @throws {Refusal} where it was declined, has failed or has expired, or the key stands for another act.
 */
export async function propose(
  context: OpsContext,
  { words, options }: OpsArguments,
  { amountNaira }: ApprovalNeeded,
): Promise<Proposal> {
  const { db, actor, command } = context;
  const { key = `proposal:${randomUUID()}`, ...rest } = options;
  const act = { key, command: command.name, arguments: { words, options: rest } };
  // What is known already may be done by now, and then has nothing left to preview.
  const isKnown = (await findProposalOfKey(db, act)) !== undefined;
  const asked: NewProposal | null = isKnown
    ? null
    : {
        ...act,
        amountKobo: Number.isFinite(amountNaira) ? nairaToKobo(amountNaira) : null,
        preview: await previewOf(context, act.arguments),
        proposedBy: nameOf(actor),
        ip: actingFrom.getStore() ?? null,
      };
  return db.transaction(async (tx) => {
    const kept = asked && (await keepProposal(tx, asked));
    if (kept) {
      await writeAudit(tx, {
        actor,
        action: 'approval.propose',
        target: `proposal:${kept.id}`,
        ...(rest.reason ? { reason: rest.reason } : {}),
        after: { command: command.name, ...act.arguments, amountKobo: asked.amountKobo },
      });
      return kept;
    }
    const known = await findProposalOfKey(tx, act);
    if (!known?.isSame) throw new Refusal(`The key ${key} stands for another act.`);
    if (known.status !== 'open' && known.status !== 'done') throw new Refusal(endOf(known));
    return known;
  });
}

/**
 * What an act would move now, as its dry run says.
 *
 * @throws {Refusal} {DomainError} where it cannot be done.
 */
export async function previewOf(context: OpsContext, { words, options }: OpsArguments): Promise<Preview> {
  const dryRun = { words, options: { ...options, 'dry-run': 'true' } };
  const { about, says } = (await context.command.run(context, dryRun)).data as Preview;
  return { about, says };
}

/** What became of a proposal that waits no more. */
export function endOf({ status, decidedBy, message }: Proposal): string {
  if (status === 'done') return `It was done: ${decidedBy} has agreed.`;
  if (status === 'declined') return `${decidedBy} has declined it: ${message}`;
  if (status === 'failed') return `${decidedBy} has agreed, and it could not be done: ${message}`;
  return 'It has expired: nobody has agreed within 72 hours.';
}

/** Who an actor of the log is by name. */
export function nameOf(actor: string): string {
  return actor.replace(/^operator:/, '');
}
