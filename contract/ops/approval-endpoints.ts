import { defineGet, definePost } from '../endpoint.ts';
import type { OpsProposalIdParams, OpsProposalsReply } from '../schemas/ops/approvals.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';

/** Calls that list and decide the actions that wait for a second operator's approval. @source operator.md */

export const opsListActionProposals = defineGet<{ reply: OpsProposalsReply }>('/api/ops/approvals');
export const opsApproveActionProposal = definePost<{ params: OpsProposalIdParams; reply: OpsActionReply }>(
  '/api/ops/approvals/:id/agree',
);
export const opsDeclineActionProposal = definePost<{
  params: OpsProposalIdParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('/api/ops/approvals/:id/decline');
