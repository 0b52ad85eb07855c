import { nairaToKobo } from '#contract/kobo.ts';
import { writeAudit } from '../../../audit/audit-log.ts';
import { findFlaggedReferrals, setReferralFlags } from '../../../features/referral/referral-repository.ts';
import { rewardReferral } from '../../../features/referral/referral-rewards.ts';
import { enqueue } from '../../../outbox/outbox.ts';
import { type OpsCommand, Refusal, requireOption } from '../../command.ts';
import { textTable } from '../../command-line/text-table.ts';
import { requireUserByEmail } from '../../shoppers.ts';

export const referralCommands: OpsCommand[] = [
  {
    name: 'referral list',
    usage: '',
    summary: 'Referrals that do not count until somebody has looked.',
    roles: ['support', 'ops', 'finance'],
    async run({ db }) {
      const flagged = await findFlaggedReferrals(db);
      const text = textTable(flagged, 'No referral is flagged.');
      return { data: flagged, text, lookedAt: 'referrals:flagged' };
    },
  },
  judge('clear', 'Let a flagged referral count.', []),
  judge('block', 'Take a referral out of the count for good.', ['blocked']),
];

function judge(verb: 'clear' | 'block', summary: string, flags: string[]): OpsCommand {
  return {
    name: `referral ${verb}`,
    usage: '--email FRIEND --reason R',
    summary,
    roles: ['ops', 'finance'],
    act: 'again',
    options: ['email', 'reason'],
    async run({ db, actor, config }, args) {
      const friend = await requireUserByEmail(db, requireOption(args, 'email'));
      const reason = requireOption(args, 'reason');
      await db.transaction(async (tx) => {
        const before = await setReferralFlags(tx, friend.id, flags);
        if (!before) throw new Refusal('This shopper was referred by nobody.');
        const target = `referral:${friend.id}`;
        const line = { actor, action: `referral.${verb}`, target, reason, before, after: flags };
        const id = await writeAudit(tx, line);
        // Should this process die before it has paid.
        await enqueue(tx, 'referral', `referral:judged:${id}`, { userId: friend.id });
      });
      // A round that was only waiting for this is paid now; a paid one stays paid.
      await rewardReferral(db, friend.id, nairaToKobo(config.referralWelcomeNaira));
      return {
        data: { friendId: friend.id, flags },
        text: verb === 'clear' ? 'It counts.' : 'It does not count.',
      };
    },
  };
}
