import { Type } from 'typebox';
import { opsDeclineActionProposal } from '#contract/ops/approval-endpoints.ts';
import { OpsActionProposalIdParams } from '#contract/schemas/ops/approvals.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { defineAction, defineConsoleEndpoint, type OperatorAction } from '../../action.ts';
import { declineProposal, type FindActionByName } from '../../approvals/decide.ts';

export const createActionProposalDeclineAction = (findAction: FindActionByName): OperatorAction =>
  defineAction({
    name: 'approval decline',
    summary: 'Decline what another operator has proposed, or withdraw your own proposal.',
    roles: ['support', 'ops', 'finance'],
    key: 'given',
    body: Type.Object({ ...OpsActionProposalIdParams.properties, ...OpsReasonBody.properties }),
    positionals: ['id'],
    console: defineConsoleEndpoint(opsDeclineActionProposal, OpsActionReply),
    async run(context, { id, reason }) {
      await declineProposal(context, Number(id), reason, findAction);
      return { data: { id: Number(id), status: 'declined' } };
    },
  });
