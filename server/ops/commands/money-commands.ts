import { formatNaira, koboToNaira } from '#contract/money.ts';
import { giveGoodwill } from '../../features/wallet/goodwill.ts';
import { findWallet } from '../../features/wallet/wallet-repository.ts';
import { type OpsCommand, readNaira, requireOption } from '../command.ts';
import { needsSecondPerson, requireApproval } from '../operators.ts';
import { requireUserByEmail } from '../shoppers.ts';

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
      const amount = readNaira(requireOption(args, 'amount'));
      const user = await requireUserByEmail(context.db, requireOption(args, 'email'));
      if (args.options['dry-run']) {
        const wallet = await findWallet(context.db, user.id);
        const balance = koboToNaira(wallet?.balanceKobo ?? 0) + amount;
        const secondPerson = await needsSecondPerson(context, amount);
        return {
          data: { isDryRun: true, userId: user.id, amount, balance, secondPerson },
          text: `${formatNaira(amount)} would be given. The balance would be ${formatNaira(balance)}.`,
        };
      }
      const reason = requireOption(args, 'reason');
      await requireApproval(context, amount);
      const { actor, approvedBy, key } = context;
      const balanceKobo = await giveGoodwill(context.db, user.id, amount, { actor, approvedBy, reason, key });
      const data = { userId: user.id, amount, balance: koboToNaira(balanceKobo) };
      return { data, text: `${formatNaira(amount)} given. The balance is ${formatNaira(data.balance)}.` };
    },
  },
];
