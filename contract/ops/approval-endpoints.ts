import { defineEndpoint } from '../endpoint.ts';
import type { OpsProposalIdParams, OpsProposalsReply } from '../schemas/ops/approvals.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';

/** Calls that list and decide the actions that wait for a second operator's approval. @source operator.md */

export const opsListProposals = defineEndpoint<{ reply: OpsProposalsReply }>('GET', '/api/ops/approvals');
export const opsApproveProposal = defineEndpoint<{ params: OpsProposalIdParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/approvals/:id/agree',
);
export const opsDeclineProposal = defineEndpoint<{
  params: OpsProposalIdParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/approvals/:id/decline');
