import { isDeepStrictEqual } from 'node:util';
import { formatNaira } from '#contract/money.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { agree, decline, type FindCommand } from '../approvals/decide.ts';
import { findProposals, type Proposal } from '../approvals/proposal-repository.ts';
import { nameOf, previewOf } from '../approvals/propose.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readRowId,
  requireOption,
  requireWord,
} from '../command.ts';
import { textTable } from '../command-line/text-table.ts';
import { findOperators } from '../operator-repository.ts';
import { mayRun } from '../operators.ts';

/** What was proposed at the console. Who may decide is who may run what was proposed. */
export function approvalCommands(findCommand: FindCommand): OpsCommand[] {
  return [
    {
      name: 'approval list',
      usage: '',
      summary: 'What waits for a second person, and what became of what you have asked for.',
      roles: ['support', 'ops', 'finance'],
      async run(context) {
        const { db, actor } = context;
        const name = nameOf(actor);
        const person = (await findOperators(db)).find((one) => one.name === name);
        const may = ({ command }: Proposal) => !person || mayRun(person, findCommand(command));
        const proposals = (await findProposals(db, name)).filter(
          (one) => one.proposedBy === name || may(one),
        );
        const shown = [];
        for (const one of proposals) {
          const { command, status, decidedBy } = one;
          // What is under way has moved already, in part or whole.
          const waits = status === 'open' && decidedBy === null;
          const saysNow = waits ? await sayNow({ ...context, command: findCommand(command) }, one) : null;
          shown.push({ ...present(one, name), saysNow });
        }
        const columns = shown.map(({ id, status, command, words, says, saysNow, ...one }) => ({
          id,
          status,
          act: [command, ...words].join(' '),
          amount: one.amountNaira === null ? 'another currency' : formatNaira(one.amountNaira),
          by: one.by,
          reason: one.reason,
          moves: says.join(' '),
          ...(saysNow ? { 'moves now': saysNow.join(' ') } : {}),
          expiresAt: one.expiresAt,
        }));
        return { data: shown, text: textTable(columns, 'Nothing waits for a second person.') };
      },
    },
    {
      name: 'approval agree',
      usage: 'ID',
      summary: 'Agree to what another operator has proposed at the console: it is done, once, as their act.',
      roles: ['support', 'ops', 'finance'],
      act: 'again',
      asksProvider: true,
      run: (context, args) => agree(context, idOf(args), findCommand),
    },
    {
      name: 'approval decline',
      usage: 'ID --reason R',
      summary: 'Decline what another operator has proposed, or take back what you have.',
      roles: ['support', 'ops', 'finance'],
      act: 'key',
      options: ['reason'],
      async run(context, args) {
        const id = idOf(args);
        await decline(context, id, requireOption(args, 'reason'), findCommand);
        return { data: { id, status: 'declined' }, text: `Proposal ${id} is declined.` };
      },
    },
  ];
}

function idOf(args: OpsArguments): number {
  return readRowId(requireWord(args, 0, 'ID')) ?? -1;
}

/** @returns null where it would move now what it would when it was proposed. */
async function sayNow(
  context: OpsContext,
  { arguments: asked, preview }: Proposal,
): Promise<string[] | null> {
  try {
    const { says } = await previewOf(context, asked);
    return isDeepStrictEqual(says, preview.says) ? null : says;
  } catch (error) {
    if (error instanceof Refusal || (error instanceof DomainError && error.status < 500))
      return [`It cannot be done now: ${error.message}`];
    throw error;
  }
}

function present(proposal: Proposal, name: string) {
  const { id, command, arguments: asked, amountKobo, proposedBy, ip, at, expiresAt } = proposal;
  const { reason = '', ...options } = asked.options;
  return {
    id,
    command,
    words: asked.words,
    options,
    reason,
    about: proposal.preview.about,
    says: proposal.preview.says,
    amountNaira: amountKobo === null ? null : amountKobo / 100,
    by: proposedBy,
    isMine: proposedBy === name,
    from: ip,
    at,
    expiresAt,
    status: proposal.status,
    decidedBy: proposal.decidedBy,
    message: proposal.message,
  };
}
