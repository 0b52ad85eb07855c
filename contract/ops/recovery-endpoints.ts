import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsApproveRecoveryRequestBody,
  OpsApproveRecoveryRequestReply,
  OpsFlaggedReferralsReply,
  OpsRecoveryRequestParams,
  OpsRecoveryRequestsQuery,
  OpsRecoveryRequestsReply,
  OpsReferralDecisionBody,
} from '../schemas/ops/recovery.ts';

export const opsListRecoveryRequests = defineEndpoint<{
  query: OpsRecoveryRequestsQuery;
  reply: OpsRecoveryRequestsReply;
}>('GET', '/api/ops/recovery');
export const opsApproveRecoveryRequest = defineEndpoint<{
  params: OpsRecoveryRequestParams;
  body: OpsApproveRecoveryRequestBody;
  reply: OpsApproveRecoveryRequestReply;
}>('POST', '/api/ops/recovery/:requestId/approve');
export const opsRejectRecoveryRequest = defineEndpoint<{
  params: OpsRecoveryRequestParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/recovery/:requestId/reject');

export const opsListFlaggedReferrals = defineEndpoint<{ reply: OpsFlaggedReferralsReply }>(
  'GET',
  '/api/ops/referrals',
);
export const opsAcceptFlaggedReferral = defineEndpoint<{
  body: OpsReferralDecisionBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/referrals/clear');
export const opsBlockFlaggedReferral = defineEndpoint<{
  body: OpsReferralDecisionBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/referrals/block');
