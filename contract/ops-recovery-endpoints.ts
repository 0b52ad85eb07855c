import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody } from './schemas/ops.ts';
import type {
  OpsApproveBody,
  OpsApproveReply,
  OpsRecoveryQuery,
  OpsRecoveryReply,
  OpsReferralDecisionBody,
  OpsReferralsReply,
  OpsRequestParams,
} from './schemas/ops-recovery.ts';

/** @source operator.md */

export const opsRecovery = endpoint<{ query: OpsRecoveryQuery; reply: OpsRecoveryReply }>(
  'GET',
  '/api/ops/recovery',
);
export const opsApproveRecovery = endpoint<{
  params: OpsRequestParams;
  body: OpsApproveBody;
  reply: OpsApproveReply;
}>('POST', '/api/ops/recovery/:requestId/approve');
export const opsRejectRecovery = endpoint<{
  params: OpsRequestParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/recovery/:requestId/reject');

export const opsReferrals = endpoint<{ reply: OpsReferralsReply }>('GET', '/api/ops/referrals');
export const opsClearReferral = endpoint<{ body: OpsReferralDecisionBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/referrals/clear',
);
export const opsBlockReferral = endpoint<{ body: OpsReferralDecisionBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/referrals/block',
);
