import { opsListFlaggedReferrals } from '#contract/ops/referral-endpoints.ts';
import { OpsFlaggedReferralsReply } from '#contract/schemas/ops/referrals.ts';
import { findReferralsWithFraudFlags } from '../../../features/referral/referral-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const referralListAction = defineAction({
  name: 'referral list',
  summary: 'Referrals in review: they do not count until somebody decides.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  console: defineConsoleEndpoint(opsListFlaggedReferrals, OpsFlaggedReferralsReply),
  run: async ({ db }) => ({ data: await findReferralsWithFraudFlags(db), lookedAt: 'referrals:flagged' }),
});
