import { formatNaira } from '#contract/money.ts';
import { agree, decline, type FindCommand } from '../approvals/decide.ts';
import { findProposals, type Proposal } from '../approvals/proposal-repository.ts';
import { nameOf } from '../approvals/propose.ts';
import { type OpsArguments, type OpsCommand, readRowId, requireOption, requireWord } from '../command.ts';
import { findOperators } from '../operator-repository.ts';
import { mayRun } from '../operators.ts';
import { textTable } from '../text-table.ts';

/** What was proposed at the console. Who may decide is who may run what was proposed. */
export function approvalCommands(findCommand: FindCommand): OpsCommand[] {
  return [
    {
      name: 'approval list',
      usage: '',
      summary: 'What waits for a second person, and what became of what you have asked for.',
      roles: ['support', 'ops', 'finance'],
      async run({ db, actor }) {
        const name = nameOf(actor);
        const person = (await findOperators(db)).find((one) => one.name === name);
        const may = ({ command }: Proposal) => !person || mayRun(person, findCommand(command));
        const shown = (await findProposals(db, name))
          .filter((one) => one.proposedBy === name || may(one))
          .map((one) => present(one, name));
        const columns = shown.map(({ id, status, command, words, amountNaira, by, reason, expiresAt }) => ({
          id,
          status,
          act: [command, ...words].join(' '),
          amount: amountNaira === null ? 'another currency' : formatNaira(amountNaira),
          by,
          reason,
          expiresAt,
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

function present(proposal: Proposal, name: string) {
  const { id, command, arguments: asked, amountKobo, proposedBy, ip, at, expiresAt } = proposal;
  const { reason = '', ...options } = asked.options;
  return {
    id,
    command,
    words: asked.words,
    options,
    reason,
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
