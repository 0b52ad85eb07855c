import { opsAcceptFlaggedReferral, opsBlockFlaggedReferral } from '#contract/ops/referral-endpoints.ts';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsReviewFlaggedReferralBody } from '#contract/schemas/ops/referrals.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import { setReferralFraudFlags } from '../../../features/referral/referral-repository.ts';
import { payReferralRewards } from '../../../features/referral/referral-rewards.ts';
import { enqueueOutboxRow } from '../../../outbox/outbox.ts';
import {
  ActionRefusedError,
  defineAction,
  defineConsoleEndpoint,
  type OperatorAction,
} from '../../action.ts';
import { requireShopperByEmail } from '../../shoppers.ts';

export const referralAcceptAction = judge(
  'clear',
  "Count a referral that is in review. --email: the friend's.",
  [],
);
export const referralBlockAction = judge('block', 'Exclude a referral for good.', ['blocked']);

function judge(verb: 'clear' | 'block', summary: string, flags: string[]): OperatorAction {
  return defineAction({
    name: `referral ${verb}`,
    summary,
    roles: ['ops', 'finance'],
    key: 'repeatable',
    body: OpsReviewFlaggedReferralBody,
    console: defineConsoleEndpoint(
      verb === 'clear' ? opsAcceptFlaggedReferral : opsBlockFlaggedReferral,
      OpsActionReply,
    ),
    async run({ db, actor, config }, { email, reason }) {
      const friend = await requireShopperByEmail(db, email);
      await db.transaction(async (tx) => {
        const before = await setReferralFraudFlags(tx, friend.id, flags);
        if (!before) throw new ActionRefusedError('Nobody referred this shopper.');
        const target = `referral:${friend.id}`;
        const line = { actor, action: `referral.${verb}`, target, reason, before, after: flags };
        const id = await writeAuditEntry(tx, line);
        // If this process ends before it pays the rewards, the outbox row makes a job pay them.
        await enqueueOutboxRow(tx, 'referral', `referral:judged:${id}`, { userId: friend.id });
      });
      // Pays the bonus at once if only this decision was missing. A bonus that was paid before is not taken back.
      await payReferralRewards(db, friend.id, nairaToKobo(config.referralWelcomeNaira));
      return { data: { friendId: friend.id, flags } };
    },
  });
}
