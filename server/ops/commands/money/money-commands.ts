import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { giveGoodwill } from '../../../features/wallet/goodwill.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { type OpsCommand, Refusal, readAmount, requireOption } from '../../command.ts';
import { judgeSumOf, needsApproval } from '../../operators.ts';
import { planned } from '../../planned.ts';
import { noticeWords } from '../../refund-preview.ts';
import { requireUserByEmail } from '../../shoppers.ts';

export const moneyCommands: OpsCommand[] = [
  {
    name: 'wallet goodwill',
    usage: '--email E --amount NAIRA --reason R [--dry-run]',
    summary: "Put money of the shop into a shopper's wallet.",
    roles: ['finance'],
    act: 'words',
    movesMoney: true,
    options: ['email', 'amount', 'reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const amount = readAmount(args);
      if (amount === undefined) throw new Refusal('--amount is required.');
      const isDryRun = args.options['dry-run'] === 'true';
      const reason = isDryRun ? '' : requireOption(args, 'reason');
      const user = await requireUserByEmail(context.db, requireOption(args, 'email'));
      if (isDryRun) {
        const before = koboToNaira((await findWallet(context.db, user.id))?.balanceKobo ?? 0);
        const figures = { userId: user.id, amount, before, balance: before + amount };
        return planned(
          { ...figures, needsApproval: await needsApproval(context, amount) },
          {
            about: { userId: user.id, shopper: user.name },
            says: [
              `${formatNaira(amount)} of the shop's money goes into the wallet of ${user.name}.`,
              `The wallet goes from ${formatNaira(before)} to ${formatNaira(figures.balance)}.`,
              noticeWords(user.name, 'goodwill', nairaToKobo(amount)),
            ],
          },
        );
      }
      const { actor, approvedBy, key } = context;
      const act = { actor, approvedBy, judgeSum: judgeSumOf(context), reason, key };
      const balanceKobo = await giveGoodwill(context.db, user.id, amount, act);
      const data = { userId: user.id, amount, balance: koboToNaira(balanceKobo) };
      return { data, text: `${formatNaira(amount)} given. The balance is ${formatNaira(data.balance)}.` };
    },
  },
];
