import { opsReferrals } from '#contract/ops-recovery-endpoints.ts';
import { OpsReferralsReply } from '#contract/schemas/ops-recovery.ts';
import { findFlaggedReferrals } from '../../../features/referral/referral-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const referralListAction = action({
  name: 'referral list',
  summary: 'Referrals in review: they do not count until somebody decides.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsReferrals, OpsReferralsReply),
  run: async ({ db }) => ({ data: await findFlaggedReferrals(db), lookedAt: 'referrals:flagged' }),
});
