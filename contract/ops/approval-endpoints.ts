import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionProposalIdParams, OpsActionProposalsReply } from '../schemas/ops/approvals.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';

/** Calls that list and decide the actions that wait for a second operator's approval. @source operator.md */

export const opsListActionProposals = defineGet<{ reply: OpsActionProposalsReply }>('/api/ops/approvals');
export const opsApproveActionProposal = definePost<{
  params: OpsActionProposalIdParams;
  reply: OpsActionReply;
}>('/api/ops/approvals/:id/agree');
export const opsDeclineActionProposal = definePost<{
  params: OpsActionProposalIdParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('/api/ops/approvals/:id/decline');
