import { type Static, Type } from 'typebox';
import {
  EMAIL_LENGTH_MAX,
  LIST_ROWS_MAX,
  OPERATOR_AMOUNT_INPUT_MAX_NAIRA,
  OPERATOR_REASON_LENGTH_MAX,
  ORDER_LINE_NUMBER_MAX,
  PAYMENT_REFERENCE_LENGTH_MAX,
} from '../../limits.ts';
import {
  DataReply,
  IsoTimestamp,
  ListReply,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  RowId,
  RowIdCursor,
  TextUpTo,
  Uuid,
  WholeNairaUpTo,
} from '../basics.ts';
import { approvalReplyFields, OpsActionEffectSentences, OpsRecordsAffectedByAction } from './approvals.ts';

/** Amounts are in naira. Requests use whole naira; replies from the ledger have decimals for kobo. */

const Reason = TextUpTo(OPERATOR_REASON_LENGTH_MAX);
const Amount = WholeNairaUpTo(OPERATOR_AMOUNT_INPUT_MAX_NAIRA);
const Line = PositiveIntegerUpTo(ORDER_LINE_NUMBER_MAX);
/** True: the reply describes the effects of the action, and nothing changes. */
const DryRun = Type.Optional(Type.Boolean());
const Figure = Type.Number();

export const OpsGrantGoodwillCreditBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: EMAIL_LENGTH_MAX }),
  amount: Amount,
  reason: Reason,
  dryRun: DryRun,
});
export type OpsGrantGoodwillCreditBody = Static<typeof OpsGrantGoodwillCreditBody>;

/** Without `amount` everything that was not refunded yet is refunded. */
export const OpsRefundOrderLineBody = Type.Object({
  line: Line,
  amount: Type.Optional(Amount),
  reason: Reason,
  dryRun: DryRun,
});
export type OpsRefundOrderLineBody = Static<typeof OpsRefundOrderLineBody>;

/** Refunds a payment's money to its card, order line `line` first. Without `amount` all that can be refunded is. */
export const OpsRefundCardPaymentBody = Type.Object({
  line: Type.Optional(Line),
  amount: Type.Optional(Amount),
  reason: Reason,
  dryRun: DryRun,
});
export type OpsRefundCardPaymentBody = Static<typeof OpsRefundCardPaymentBody>;

export const OpsRefundGroupParams = Type.Object({ groupId: Uuid });
export type OpsRefundGroupParams = Static<typeof OpsRefundGroupParams>;
export const OpsRefundGroupBody = Type.Object({ reason: Reason, dryRun: DryRun });
export type OpsRefundGroupBody = Static<typeof OpsRefundGroupBody>;

/**
 * The result of a money action; a dry run returns the result that the action would have. Fields that do not apply are
 * absent.
 */
const MoneyActionResult = Type.Partial(
  Type.Object({
    isDryRun: Type.Boolean(),
    needsApproval: Type.Boolean(),
    /** The shopper, order or group that the action affects; only a dry run returns them. */
    about: OpsRecordsAffectedByAction,
    says: OpsActionEffectSentences,
    amount: Figure,
    /** Amount that the action refunds, in naira. */
    refunded: Figure,
    left: Figure,
    refundable: Figure,
    /** Wallet balance before the action and after it. */
    before: Figure,
    balance: Figure,
    cards: Type.Integer(),
    paidBack: Figure,
    released: Figure,
    returned: Figure,
    currency: Type.String(),
  }),
);
export const OpsMoneyActionReply = DataReply(MoneyActionResult, approvalReplyFields);
export type OpsMoneyActionReply = Static<typeof OpsMoneyActionReply>;

const CardRefunds = Type.Array(
  Type.Object({ reference: Type.String(), amount: Figure, status: Type.String(), failure: NullableString }),
);
/** A card refund with status `spent` is not sent, because the shopper has spent the money from the wallet. */
export const OpsCardRefundReply = DataReply(
  Type.Union([CardRefunds, MoneyActionResult]),
  approvalReplyFields,
);
export type OpsCardRefundReply = Static<typeof OpsCardRefundReply>;

/**
 * Filters of the reconciliation items. `all` includes resolved items; `payment` is a reference; `after` is the last id
 * seen.
 */
export const OpsReconciliationItemsQuery = Type.Object({
  all: Type.Optional(Type.Boolean()),
  payment: Type.Optional(TextUpTo(PAYMENT_REFERENCE_LENGTH_MAX)),
  after: Type.Optional(RowIdCursor),
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsReconciliationItemsQuery = Static<typeof OpsReconciliationItemsQuery>;

export const OpsReconciliationItemsReply = ListReply({
  id: Type.Integer(),
  day: Type.String(),
  kind: Type.String(),
  reference: Type.String(),
  ours: Type.Unknown(),
  theirs: Type.Unknown(),
  status: Type.String(),
  note: NullableString,
  dueAt: IsoTimestamp,
  /** Received money of the item that belongs to no order or wallet yet, in `parkedCurrency`; null: none. */
  parkedAmount: Type.Union([Figure, Type.Null()]),
  parkedCurrency: NullableString,
  /**
   * `paymentReference` is the payment that the item is about, `trackingNumber` the payment's order; null: not known.
   */
  paymentReference: NullableString,
  trackingNumber: NullableString,
});
export type OpsReconciliationItemsReply = Static<typeof OpsReconciliationItemsReply>;

/** The day in Lagos time whose payments are compared with the provider's list; today by default. */
export const OpsRunReconciliationBody = Type.Object({ day: Type.Optional(Type.String({ format: 'date' })) });
export type OpsRunReconciliationBody = Static<typeof OpsRunReconciliationBody>;

export const OpsReconciliationItemParams = Type.Object({ item: RowId });
export type OpsReconciliationItemParams = Static<typeof OpsReconciliationItemParams>;

/**
 * An item with unallocated money requires `way`. `release` credits the money to a wallet; `returned` records that the
 * provider has already refunded it.
 */
export const OpsResolveReconciliationItemBody = Type.Object({
  way: Type.Optional(Type.Union([Type.Literal('release'), Type.Literal('returned')])),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: EMAIL_LENGTH_MAX })),
  reason: Reason,
  dryRun: DryRun,
});
export type OpsResolveReconciliationItemBody = Static<typeof OpsResolveReconciliationItemBody>;

/** With `csv` the reply also has the lines as CSV. */
export const OpsMonthlyAccountsQuery = Type.Object({
  month: Type.String({
    pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
    title: 'YYYY-MM',
    'x-refusal': 'A month is YYYY-MM, from 2000-01 to 2099-12.',
  }),
  csv: Type.Optional(Type.Boolean()),
});
export type OpsMonthlyAccountsQuery = Static<typeof OpsMonthlyAccountsQuery>;

/** The ledger accounts in one month; the last entry is their total. The shop owes or has earned a positive amount. */
export const OpsMonthlyAccountsReply = ObjectReply({
  month: Type.String(),
  figures: Type.Array(Type.Object({ what: Type.String(), naira: Figure })),
  accounts: Type.Array(
    Type.Object({
      account: Type.String(),
      opening: Figure,
      credited: Figure,
      debited: Figure,
      closing: Figure,
    }),
  ),
  isBalanced: Type.Boolean(),
  csv: Type.Optional(Type.String()),
});
export type OpsMonthlyAccountsReply = Static<typeof OpsMonthlyAccountsReply>;

export const OpsExportLedgerBody = Type.Object({
  month: OpsMonthlyAccountsQuery.properties.month,
  /** Id of the last ledger entry in the previous part of the export. */
  after: Type.Optional(RowId),
});
export type OpsExportLedgerBody = Static<typeof OpsExportLedgerBody>;

export const OpsDailyCentreReportQuery = Type.Object({
  day: Type.String({ format: 'date', title: 'YYYY-MM-DD' }),
});
export type OpsDailyCentreReportQuery = Static<typeof OpsDailyCentreReportQuery>;

const dayFigures = {
  orders: Type.Integer(),
  paidInNaira: Figure,
  byCardNaira: Figure,
  fromWalletsNaira: Figure,
  paidBackNaira: Figure,
  handedOutItems: Type.Integer(),
  /** Naira that shoppers paid for the handed-out items, minus refunds. */
  handedOutNaira: Figure,
};
/** One day in Lagos by pickup centre, and the sums of the whole shop. */
export const OpsDailyCentreReportReply = ObjectReply({
  day: Type.String(),
  centres: Type.Array(Type.Object({ centre: Type.String(), name: Type.String(), ...dayFigures })),
  total: Type.Object(dayFigures),
});
export type OpsDailyCentreReportReply = Static<typeof OpsDailyCentreReportReply>;

export const OpsMoneyInvariantsReply = ObjectReply({
  holds: Type.Boolean(),
  invariants: Type.Array(
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      breaches: Type.Array(Type.String()),
      holds: Type.Boolean(),
    }),
  ),
});
export type OpsMoneyInvariantsReply = Static<typeof OpsMoneyInvariantsReply>;
