import { endpoint } from './endpoint.ts';
import type { OpsActReply, OpsReasonBody } from './schemas/ops.ts';
import type { OpsApprovalParams, OpsApprovalsReply } from './schemas/ops-approvals.ts';

/** Actions that need a second person's approval. @source operator.md */

export const opsApprovals = endpoint<{ reply: OpsApprovalsReply }>('GET', '/api/ops/approvals');
export const opsAgree = endpoint<{ params: OpsApprovalParams; reply: OpsActReply }>(
  'POST',
  '/api/ops/approvals/:id/agree',
);
export const opsDecline = endpoint<{ params: OpsApprovalParams; body: OpsReasonBody; reply: OpsActReply }>(
  'POST',
  '/api/ops/approvals/:id/decline',
);
