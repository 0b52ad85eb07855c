import { opsGetShopper } from '#contract/ops/console-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsShopperIdParams, OpsShopperReply } from '#contract/schemas/ops/console.ts';
import { findAccountSummaryForOperator } from '../../../features/auth/user-repository.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import {
  readShopperGroups,
  readShopperNotifications,
  readShopperPayments,
  readShopperSessions,
  readShopperWalletTransactions,
  toPaymentInNaira,
} from '../../queries/shopper-repository.ts';
import { readShopperNotes } from '../../shopper-notes-repository.ts';
import { requireShopperById } from '../../shoppers.ts';

export const userHistoryAction = defineAction({
  name: 'user history',
  summary: "A shopper's wallet, payments, groups, sessions, notifications and notes, newest first.",
  roles: ['support', 'ops', 'finance'],
  body: OpsShopperIdParams,
  positionals: ['userId'],
  console: defineConsoleEndpoint(opsGetShopper, OpsShopperReply),
  async run({ db }, { userId: id }) {
    const { name, email, phone, isLocked: locked } = await requireShopperById(db, id);
    const wallet = await findWallet(db, id);
    const figures = {
      createdAt: (await findAccountSummaryForOperator(db, id))?.createdAt,
      balanceNaira: koboToNaira(wallet?.balanceKobo ?? 0),
      heldNaira: koboToNaira(wallet?.heldKobo ?? 0),
    };
    const walletLines = (await readShopperWalletTransactions(db, id)).map(({ amountKobo, ...line }) => ({
      ...line,
      amountNaira: amountKobo / 100,
    }));
    const payments = (await readShopperPayments(db, id)).map(toPaymentInNaira);
    const groups = (await readShopperGroups(db, id)).map(({ paidKobo, ...group }) => ({
      ...group,
      paidNaira: koboToNaira(paidKobo),
    }));
    const sessions = await readShopperSessions(db, id);
    const notifications = await readShopperNotifications(db, id);
    const notes = await readShopperNotes(db, id);
    return {
      data: {
        ...{ id, name, email, phone, locked, ...figures },
        ...{ walletLines, payments, groups, sessions, notices: notifications, notes },
      },
      lookedAt: `user:${id}`,
    };
  },
});
