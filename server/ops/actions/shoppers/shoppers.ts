import { Type } from 'typebox';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import { opsGetShopper } from '#contract/ops/console-endpoints.ts';
import { opsExportShoppers, opsListShoppers } from '#contract/ops/shopper-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsShopperIdParams, OpsShopperReply } from '#contract/schemas/ops/console.ts';
import { OpsExportReply } from '#contract/schemas/ops/orders.ts';
import { OpsExportShoppersBody, OpsShoppersBody, OpsShoppersReply } from '#contract/schemas/ops/shoppers.ts';
import { findAccountSummary } from '../../../features/auth/user-repository.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { formatLagosDateTime } from '../../../lib/calendar.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { exportListAsCsv } from '../../export-list.ts';
import { formatListAuditTarget } from '../../queries/audit/list-audit-target.ts';
import { findShoppers } from '../../queries/shopper-list-repository.ts';
import {
  readShopperGroups,
  readShopperNotifications,
  readShopperPayments,
  readShopperSessions,
  readShopperWalletTransactions,
  toPaymentInNaira,
} from '../../queries/shopper-repository.ts';
import { readShopperNotes } from '../../shopper-notes-repository.ts';
import { requireUserByEmail, requireUserById } from '../../shoppers.ts';

const LISTED = 50;

const userListAction = defineAction({
  name: 'user list',
  summary:
    'Shoppers, newest first, with what they paid in and got back; Q: e-mail, phone, or the beginning of a name or surname.',
  roles: ['support', 'ops', 'finance'],
  body: OpsShoppersBody,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsListShoppers, OpsShoppersReply),
  async run({ db }, { after, limit = LISTED, ...filter }) {
    const shoppers = await findShoppers(db, { ...filter, after, limit });
    const data = shoppers.map(({ paidInKobo, paidBackKobo, ...shopper }) => ({
      ...shopper,
      paidInNaira: koboToNaira(paidInKobo),
      paidBackNaira: paidBackKobo / 100,
    }));
    return { data, lookedAt: formatListAuditTarget('shoppers', filter) };
  },
});

const COLUMNS = [
  ...['name', 'e-mail', 'phone', 'account', 'joined', 'orders', 'last order', 'paid in', 'paid back', 'id'],
];

const userListExportAction = defineAction({
  name: 'user list-export',
  summary:
    'The shoppers that `user list` finds, as a table for a spreadsheet, in naira. --after continues a full table.',
  roles: ['support'],
  body: OpsExportShoppersBody,
  positionals: ['q'],
  console: defineConsoleEndpoint(opsExportShoppers, OpsExportReply),
  async run(context, { after, ...filter }) {
    const data = await exportListAsCsv(context, {
      ...{ target: formatListAuditTarget('shoppers', filter), columns: COLUMNS, after },
      read: (from, limit) => findShoppers(context.db, { ...filter, after: from, limit }),
      keyOf: ({ id }) => id,
      cellsOf: ({ name, email, phone, locked, createdAt, orders, lastOrderAt, ...shopper }) => [
        ...[name, email, phone, locked ? 'locked' : 'active', formatLagosDateTime(createdAt)[0]],
        ...[String(orders), lastOrderAt === null ? '' : formatLagosDateTime(lastOrderAt)[0]],
        ...[shopper.paidInKobo, shopper.paidBackKobo].map((kobo) => String(kobo / 100)),
        shopper.id,
      ],
    });
    return { data };
  },
  print: ({ csv }: { csv: string }) => csv,
});

const userShowAction = defineAction({
  name: 'user show',
  summary: 'A shopper with figures of wallet, groups and sessions.',
  roles: ['support', 'ops', 'finance'],
  body: Type.Object({ email: Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX }) }),
  async run({ db }, body) {
    const { id, name, email, phone, referralCode } = await requireUserByEmail(db, body.email);
    const wallet = await findWallet(db, id);
    return {
      data: {
        ...{ id, name, email, phone, referralCode },
        balanceNaira: koboToNaira(wallet?.balanceKobo ?? 0),
        heldNaira: koboToNaira(wallet?.heldKobo ?? 0),
        ...(await findAccountSummary(db, id)),
      },
      lookedAt: `user:${id}`,
    };
  },
});

const userHistoryAction = defineAction({
  name: 'user history',
  summary: "A shopper's wallet, payments, groups, sessions, notifications and notes, newest first.",
  roles: ['support', 'ops', 'finance'],
  body: OpsShopperIdParams,
  positionals: ['userId'],
  console: defineConsoleEndpoint(opsGetShopper, OpsShopperReply),
  async run({ db }, { userId: id }) {
    const { name, email, phone, isLocked: locked } = await requireUserById(db, id);
    const wallet = await findWallet(db, id);
    const figures = {
      createdAt: (await findAccountSummary(db, id))?.createdAt,
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
    const notices = await readShopperNotifications(db, id);
    const notes = await readShopperNotes(db, id);
    return {
      data: {
        ...{ id, name, email, phone, locked, ...figures },
        ...{ walletLines, payments, groups, sessions, notices, notes },
      },
      lookedAt: `user:${id}`,
    };
  },
});

export const shopperActions = [userListAction, userListExportAction, userShowAction, userHistoryAction];
