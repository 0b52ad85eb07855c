import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from './schemas/ops.ts';
import type { OpsApprovalParams, OpsApprovalsReply } from './schemas/ops-approvals.ts';

/** These calls list and decide actions that need a second person's approval. @source operator.md */

export const opsApprovals = endpoint<{ reply: OpsApprovalsReply }>('GET', '/api/ops/approvals');
export const opsApproveProposal = endpoint<{ params: OpsApprovalParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/approvals/:id/agree',
);
export const opsDeclineProposal = endpoint<{
  params: OpsApprovalParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/approvals/:id/decline');
