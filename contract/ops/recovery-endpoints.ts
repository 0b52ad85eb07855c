import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from '../schemas/ops/console.ts';
import type {
  OpsApproveRecoveryBody,
  OpsApproveRecoveryReply,
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
export const opsApproveRecovery = defineEndpoint<{
  params: OpsRecoveryRequestParams;
  body: OpsApproveRecoveryBody;
  reply: OpsApproveRecoveryReply;
}>('POST', '/api/ops/recovery/:requestId/approve');
export const opsRejectRecovery = defineEndpoint<{
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
