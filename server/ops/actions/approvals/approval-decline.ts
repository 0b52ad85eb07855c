import { Type } from 'typebox';
import { opsDeclineProposal } from '#contract/ops-approval-endpoints.ts';
import { OpsActionReply, OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsApprovalParams } from '#contract/schemas/ops-approvals.ts';
import { type Action, action, call } from '../../action.ts';
import { declineProposal, type FindAction } from '../../approvals/decide.ts';

export const approvalDeclineAction = (findAction: FindAction): Action =>
  action({
    name: 'approval decline',
    summary: 'Decline what another operator has proposed, or withdraw your own proposal.',
    roles: ['support', 'ops', 'finance'],
    key: 'given',
    body: Type.Object({ ...OpsApprovalParams.properties, ...OpsReasonBody.properties }),
    positionals: ['id'],
    console: call(opsDeclineProposal, OpsActionReply),
    async run(context, { id, reason }) {
      await declineProposal(context, Number(id), reason, findAction);
      return { data: { id: Number(id), status: 'declined' } };
    },
  });
