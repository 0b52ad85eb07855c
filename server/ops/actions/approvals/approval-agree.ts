import { opsApproveProposal } from '#contract/ops-approval-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsApprovalParams } from '#contract/schemas/ops-approvals.ts';
import { type Action, action, call } from '../../action.ts';
import { approveProposal, type FindAction } from '../../approvals/decide.ts';

export const approvalAgreeAction = (findAction: FindAction): Action =>
  action({
    name: 'approval agree',
    summary:
      'Approve what another operator has proposed at the console. It is then done once, in their name.',
    roles: ['support', 'ops', 'finance'],
    key: 'repeatable',
    asksProvider: true,
    body: OpsApprovalParams,
    positionals: ['id'],
    console: call(opsApproveProposal, OpsActionReply),
    run: (context, { id }) => approveProposal(context, Number(id), findAction),
  });
