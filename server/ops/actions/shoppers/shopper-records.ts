import { Type } from 'typebox';
import { EMAIL_LENGTH_MAX } from '#contract/limits.ts';
import { opsGetShopper } from '#contract/ops/console-endpoints.ts';
import { opsExportShopperData, opsListShopperSecurityEvents } from '#contract/ops/shopper-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { PositiveIntegerUpTo, Uuid } from '#contract/schemas/basics.ts';
import { OpsShopperIdParams, OpsShopperReply } from '#contract/schemas/ops/console.ts';
import { OpsExportShopperDataReply, OpsShopperSecurityEventsReply } from '#contract/schemas/ops/shopper.ts';
import { findSecurityEvents } from '../../../audit/security-events.ts';
import { readAccountExport } from '../../../features/auth/account/account-export-repository.ts';
import { findAccountSummary } from '../../../features/auth/user-repository.ts';
import { findWallet } from '../../../features/wallet/wallet-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import {
  readShopperGroups,
  readShopperNotifications,
  readShopperPayments,
  readShopperSessions,
  readShopperWalletTransactions,
} from '../../queries/shopper-repository.ts';
import { readShopperNotes } from '../../shopper-notes-repository.ts';
import { requireUserByEmail, requireUserById, requireUserByIdOrEmail } from '../../shoppers.ts';

/** A shopper is named by exactly one of these fields. */
export const shopperIdentifierFields = {
  email: Type.Optional(Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX })),
  userId: Type.Optional(Uuid),
};

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
    const payments = (await readShopperPayments(db, id)).map(
      ({ totalKobo, cardKobo, receivedKobo, paidBackKobo, ...payment }) => ({
        ...payment,
        totalNaira: koboToNaira(totalKobo),
        cardNaira: koboToNaira(cardKobo),
        receivedNaira: receivedKobo === null ? null : receivedKobo / 100,
        paidBackNaira: paidBackKobo / 100,
      }),
    );
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

const LINES = 100;

const userSecurityEventsAction = defineAction({
  name: 'user events',
  summary: 'Sign-ins, failed tries and changes of an account, and what operators did to it.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...shopperIdentifierFields, limit: Type.Optional(PositiveIntegerUpTo(1_000)) }),
  console: defineConsoleEndpoint(opsListShopperSecurityEvents, OpsShopperSecurityEventsReply),
  async run({ db }, { limit = LINES, ...named }) {
    const { id } = await requireUserByIdOrEmail(db, named);
    return { data: await findSecurityEvents(db, id, limit), lookedAt: `user:${id}` };
  },
});

const userExportAction = defineAction({
  name: 'user export',
  summary: 'Everything the shop stores about a shopper, as JSON.',
  roles: ['support'],
  body: Type.Object(shopperIdentifierFields),
  console: defineConsoleEndpoint(opsExportShopperData, OpsExportShopperDataReply),
  async run({ db }, named) {
    const { id } = await requireUserByIdOrEmail(db, named);
    return { data: await readAccountExport(db, id), lookedAt: `user:${id}` };
  },
  print: (data: object) => JSON.stringify(data, null, 2),
});

export const shopperRecordActions = [
  userShowAction,
  userHistoryAction,
  userSecurityEventsAction,
  userExportAction,
];
