import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { opsGoodwill } from '#contract/ops-money-endpoints.ts';
import { OpsGoodwillBody, OpsMoneyReply } from '#contract/schemas/ops-money.ts';
import { giveGoodwill } from '../../../features/wallet/goodwill.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { action, call } from '../../action.ts';
import { dryRunAnswer } from '../../dry-run-answer.ts';
import { approveSumFor, needsApproval } from '../../operators.ts';
import { walletNotificationText } from '../../refund-preview.ts';
import { requireUserByEmail } from '../../shoppers.ts';

export const walletGoodwillAction = action({
  name: 'wallet goodwill',
  summary: "Put goodwill credit into a shopper's wallet.",
  roles: ['finance'],
  key: 'body',
  movesMoney: true,
  body: OpsGoodwillBody,
  console: call(opsGoodwill, OpsMoneyReply),
  async run(context, { email, amount, reason, dryRun }) {
    const { db, actor, approvedBy, key } = context;
    const { id: userId, name: shopper } = await requireUserByEmail(db, email);
    if (dryRun) {
      const before = koboToNaira((await findWallet(db, userId))?.balanceKobo ?? 0);
      const balance = before + amount;
      const says = [
        `${formatNaira(amount)} of the shop's money goes into the wallet of ${shopper}.`,
        `The wallet goes from ${formatNaira(before)} to ${formatNaira(balance)}.`,
        walletNotificationText(shopper, 'goodwill', nairaToKobo(amount)),
      ];
      const approval = { needsApproval: await needsApproval(context, amount) };
      return dryRunAnswer(
        { userId, amount, before, balance, ...approval },
        { about: { userId, shopper }, says },
      );
    }
    const act = { actor, approvedBy, judgeSum: approveSumFor(context), reason, key };
    const balance = koboToNaira(await giveGoodwill(db, userId, amount, act));
    const said = `${formatNaira(amount)} given. The balance is ${formatNaira(balance)}.`;
    return { data: { userId, amount, balance }, said };
  },
});
