import { formatNaira, koboToNaira } from '#contract/money.ts';
import { giveGoodwill } from '../../features/wallet/goodwill.ts';
import { type OpsCommand, readNaira, requireOption } from '../command.ts';
import { requireApproval } from '../operators.ts';
import { requireUserByEmail } from '../shoppers.ts';

export const moneyCommands: OpsCommand[] = [
  {
    name: 'wallet goodwill',
    usage: '--email E --amount NAIRA --reason R',
    summary: "Put money of the shop into a shopper's wallet.",
    roles: ['finance'],
    act: 'words',
    movesMoney: true,
    options: ['email', 'amount', 'reason'],
    async run(context, args) {
      const amount = readNaira(requireOption(args, 'amount'));
      const reason = requireOption(args, 'reason');
      const user = await requireUserByEmail(context.db, requireOption(args, 'email'));
      await requireApproval(context, amount);
      const { actor, approvedBy, key } = context;
      const balanceKobo = await giveGoodwill(context.db, user.id, amount, { actor, approvedBy, reason, key });
      const data = { userId: user.id, amount, balance: koboToNaira(balanceKobo) };
      return { data, text: `${formatNaira(amount)} given. The balance is ${formatNaira(data.balance)}.` };
    },
  },
];
