import { isDeepStrictEqual } from 'node:util';
import { opsListActionProposals } from '#contract/ops/approval-endpoints.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsActionProposalsReply } from '#contract/schemas/ops/approvals.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  EmptyActionBody,
  type OperatorAction,
  type OperatorActionContext,
} from '../../action.ts';
import type { FindActionByName } from '../../approvals/decide.ts';
import { type ActionProposal, findActionProposalsForOperator } from '../../approvals/proposal-repository.ts';
import { formatActionArguments, getOperatorNameFromActor, previewAction } from '../../approvals/propose.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { findActiveOperators } from '../../operator-repository.ts';
import { canRoleRunAction } from '../../operators.ts';

/** Shows a proposal to every operator whose role may run the proposed action. */
export const createActionProposalListAction = (findAction: FindActionByName): OperatorAction =>
  defineAction({
    name: 'approval list',
    summary: 'Actions waiting for a second person, and the outcome of your own proposals.',
    roles: ['support', 'ops', 'finance'],
    body: EmptyActionBody,
    // The approvals page polls the list, because other operators may decide in the meantime.
    console: defineConsoleEndpoint(opsListActionProposals, OpsActionProposalsReply, { isByItself: true }),
    async run(context) {
      const { db, actor } = context;
      const name = getOperatorNameFromActor(actor);
      const person = (await findActiveOperators(db)).find((one) => one.name === name);
      const may = (one: ActionProposal) => !person || canRoleRunAction(person, findAction(one.action));
      const proposals = (await findActionProposalsForOperator(db, name)).filter(
        (one) => one.proposedBy === name || may(one),
      );
      const data = [];
      for (const one of proposals) {
        const proposed = { ...context, action: findAction(one.action) };
        // An approved proposal that is still running may have moved money already, so it has no preview.
        const waits = one.status === 'open' && one.decidedBy === null;
        data.push({ ...present(proposed, one, name), saysNow: waits ? await sayNow(proposed, one) : null });
      }
      return { data };
    },
    print: (proposals: Shown[]) => formatTextTable(proposals.map(columnsOf)),
  });

type Shown = ReturnType<typeof present> & { saysNow: string[] | null };

/** Formats a proposal as a row of the terminal table. */
function columnsOf({ id, status, command, words, reason, by, says, saysNow, ...one }: Shown) {
  const amount = one.amountNaira === null ? 'another currency' : formatNaira(one.amountNaira);
  const moves = (saysNow ?? says).join(' ');
  const commandLine = [command, ...words].join(' ');
  return { id, status, act: commandLine, amount, by, reason, moves, expiresAt: one.expiresAt };
}

/** Previews the action again. @returns its present effects; null when they equal the proposal's stored effects. */
async function sayNow(
  context: OperatorActionContext,
  { body, preview }: ActionProposal,
): Promise<string[] | null> {
  try {
    const { says } = await previewAction(context, body);
    return isDeepStrictEqual(says, preview.says) ? null : says;
  } catch (error) {
    if (error instanceof ActionRefusedError || (error instanceof DomainError && error.status < 500))
      return [`Not possible now: ${error.message}`];
    throw error;
  }
}

function present(context: OperatorActionContext, proposal: ActionProposal, name: string) {
  const { id, action: command, body, amountKobo, proposedBy, ip, at, expiresAt } = proposal;
  const { words, options } = formatActionArguments(context, body);
  const { reason = '', ...others } = options;
  return {
    ...{ id, command, words, options: others, reason },
    about: proposal.preview.about,
    says: proposal.preview.says,
    amountNaira: amountKobo === null ? null : amountKobo / 100,
    by: proposedBy,
    isMine: proposedBy === name,
    from: ip,
    ...{ at, expiresAt, status: proposal.status },
    decidedBy: proposal.decidedBy,
    message: proposal.message,
  };
}
