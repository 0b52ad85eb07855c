import { opsGrantGoodwillCredit } from '#contract/ops/money-endpoints.ts';
import { koboToNaira, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsGrantGoodwillCreditBody, OpsMoneyActionReply } from '#contract/schemas/ops/money.ts';
import { creditGoodwillToWallet } from '../../../features/wallet/goodwill.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { createDryRunResult } from '../../dry-run-result.ts';
import { createAmountApprovalCheck, needsApprovalOfAmount } from '../../operators.ts';
import { formatWalletNotification } from '../../refund-preview.ts';
import { requireShopperByEmail } from '../../shoppers.ts';

export const walletGoodwillCreditAction = defineAction({
  name: 'wallet goodwill',
  summary: "Put goodwill credit into a shopper's wallet.",
  roles: ['finance'],
  key: 'body',
  movesMoney: true,
  body: OpsGrantGoodwillCreditBody,
  console: defineConsoleEndpoint(opsGrantGoodwillCredit, OpsMoneyActionReply),
  async run(context, { email, amount, reason, dryRun }) {
    const { db, actor, approvedBy, key } = context;
    const { id: userId, name: shopper } = await requireShopperByEmail(db, email);
    if (dryRun) {
      const before = koboToNaira((await findWallet(db, userId))?.balanceKobo ?? 0);
      const balance = before + amount;
      const says = [
        `${formatNaira(amount)} of the shop's money goes into the wallet of ${shopper}.`,
        `The wallet goes from ${formatNaira(before)} to ${formatNaira(balance)}.`,
        formatWalletNotification(shopper, 'goodwill', nairaToKobo(amount)),
      ];
      const approval = { needsApproval: await needsApprovalOfAmount(context, amount) };
      return createDryRunResult(
        { userId, amount, before, balance, ...approval },
        { about: { userId, shopper }, says },
      );
    }
    const operation = {
      actor,
      approvedBy,
      requireAmountApproval: createAmountApprovalCheck(context),
      reason,
      key,
    };
    const balance = koboToNaira(await creditGoodwillToWallet(db, userId, amount, operation));
    const message = `${formatNaira(amount)} given. The balance is ${formatNaira(balance)}.`;
    return { data: { userId, amount, balance }, text: message };
  },
});
