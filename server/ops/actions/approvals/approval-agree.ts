import { opsApproveActionProposal } from '#contract/ops/approval-endpoints.ts';
import { OpsActionProposalIdParams } from '#contract/schemas/ops/approvals.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { defineAction, defineConsoleEndpoint, type OperatorAction } from '../../action.ts';
import { approveProposal, type FindActionByName } from '../../approvals/decide.ts';

export const createActionProposalApproveAction = (findAction: FindActionByName): OperatorAction =>
  defineAction({
    name: 'approval agree',
    summary:
      'Approve what another operator has proposed at the console. It is then done once, in their name. Needs a role that may do it.',
    roles: ['support', 'ops', 'finance'],
    key: 'repeatable',
    asksProvider: true,
    body: OpsActionProposalIdParams,
    positionals: ['id'],
    console: defineConsoleEndpoint(opsApproveActionProposal, OpsActionReply),
    run: (context, { id }) => approveProposal(context, Number(id), findAction),
  });
