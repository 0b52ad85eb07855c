import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type * as recovery from '../schemas/ops/recovery.ts';

export const opsListRecoveryRequests = defineGet<{
  query: recovery.OpsRecoveryRequestsQuery;
  reply: recovery.OpsRecoveryRequestsReply;
}>('/api/ops/recovery');
export const opsApproveRecoveryRequest = definePost<{
  params: recovery.OpsRecoveryRequestParams;
  body: recovery.OpsApproveRecoveryRequestBody;
  reply: recovery.OpsApproveRecoveryRequestReply;
}>('/api/ops/recovery/:requestId/approve');
export const opsRejectRecoveryRequest = definePost<{
  params: recovery.OpsRecoveryRequestParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('/api/ops/recovery/:requestId/reject');
