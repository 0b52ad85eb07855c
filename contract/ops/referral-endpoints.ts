import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply } from '../schemas/ops/console.ts';
import type { OpsFlaggedReferralsReply, OpsReviewFlaggedReferralBody } from '../schemas/ops/referrals.ts';

export const opsListFlaggedReferrals = defineGet<{ reply: OpsFlaggedReferralsReply }>('/api/ops/referrals');
export const opsAcceptFlaggedReferral = definePost<{
  body: OpsReviewFlaggedReferralBody;
  reply: OpsActionReply;
}>('/api/ops/referrals/clear');
export const opsBlockFlaggedReferral = definePost<{
  body: OpsReviewFlaggedReferralBody;
  reply: OpsActionReply;
}>('/api/ops/referrals/block');
