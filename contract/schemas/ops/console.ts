import { type Static, Type } from 'typebox';
import * as limits from '../../limits.ts';
import {
  AnyJsonObject,
  DataReply,
  IsoTimestamp,
  NullableIsoTimestamp,
  NullableString,
  ObjectReply,
  TextUpTo,
  Uuid,
} from '../basics.ts';
import { GroupStatus } from '../group.ts';
import { PasskeySignature } from './access.ts';
import { approvalReplyFields } from './approvals.ts';
import { InvalidCodeHandOut, orderLinePickupStateFields } from './pickup.ts';

/** Amounts are in naira. Amounts that a bank moved have two decimals. */

const Figure = Type.Number();
const NullableFigure = Type.Union([Type.Number(), Type.Null()]);

export const OpsEnrolOperatorBody = Type.Object({
  name: TextUpTo(limits.OPERATOR_NAME_LENGTH_MAX),
  secret: TextUpTo(limits.OPERATOR_ENROLMENT_SECRET_LENGTH_MAX),
  password: TextUpTo(limits.OPERATOR_PASSWORD_LENGTH_MAX),
});
export type OpsEnrolOperatorBody = Static<typeof OpsEnrolOperatorBody>;

export const OpsEnrolOperatorReply = ObjectReply({
  /** The authenticator key in base32, for operators who cannot scan the QR code. */
  totpSecret: Type.String(),
  totpUri: Type.String(),
  recoveryCodes: Type.Array(Type.String()),
});
export type OpsEnrolOperatorReply = Static<typeof OpsEnrolOperatorReply>;

/** `code` is the authenticator's six digits or a recovery code; a passkey may replace it. */
export const OpsSignInBody = Type.Object({
  name: TextUpTo(limits.OPERATOR_NAME_LENGTH_MAX),
  password: TextUpTo(limits.OPERATOR_PASSWORD_LENGTH_MAX),
  code: Type.Optional(TextUpTo(limits.SIGN_IN_CODE_LENGTH_MAX)),
  passkey: Type.Optional(PasskeySignature),
});
export type OpsSignInBody = Static<typeof OpsSignInBody>;

export const OpsSessionReply = ObjectReply({
  name: Type.String(),
  role: Type.String(),
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** Names of the commands that the operator's role allows, such as `recovery approve`. */
  may: Type.Array(Type.String()),
  brandName: Type.String(),
  sandbox: Type.Boolean(),
});
export type OpsSessionReply = Static<typeof OpsSessionReply>;

export const OpsGlobalSearchBody = Type.Object({ q: TextUpTo(limits.OPERATOR_SEARCH_LENGTH_MAX) });
export type OpsGlobalSearchBody = Static<typeof OpsGlobalSearchBody>;

/** Fields of one shopper in the list of shoppers. */
export const listedShopperFields = {
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  locked: Type.Boolean(),
  createdAt: IsoTimestamp,
};

const Payment = {
  reference: Type.String(),
  status: Type.String(),
  outcome: NullableString,
  totalNaira: Figure,
  cardNaira: Figure,
  receivedNaira: NullableFigure,
  /** Naira that was refunded for the order's lines. */
  paidBackNaira: Figure,
  createdAt: IsoTimestamp,
};
const Tracked = { ...Payment, trackingNumber: NullableString };

const Line = {
  line: Type.Integer(),
  product: Type.String(),
  mode: Type.String(),
  unit: NullableString,
  quantity: Type.Integer(),
};

export const OpsGlobalSearchReply = ObjectReply({
  shoppers: Type.Array(Type.Object(listedShopperFields)),
  payments: Type.Array(Type.Object({ ...Tracked, shopper: Type.String(), userId: Uuid })),
  products: Type.Array(
    Type.Object({
      slug: Type.String(),
      title: Type.String(),
      active: Type.Boolean(),
      groupId: Type.Union([Uuid, Type.Null()]),
    }),
  ),
  groups: Type.Array(
    Type.Object({
      groupId: Uuid,
      product: Type.String(),
      seq: Type.Union([Type.Integer(), Type.Null()]),
      status: GroupStatus,
    }),
  ),
});
export type OpsGlobalSearchReply = Static<typeof OpsGlobalSearchReply>;

export const OpsShopperIdParams = Type.Object({ userId: Uuid });
export type OpsShopperIdParams = Static<typeof OpsShopperIdParams>;

export const OpsShopperReply = ObjectReply({
  ...listedShopperFields,
  balanceNaira: Figure,
  heldNaira: Figure,
  walletLines: Type.Array(
    Type.Object({ at: IsoTimestamp, amountNaira: Figure, reason: Type.String(), description: Type.String() }),
  ),
  payments: Type.Array(Type.Object({ ...Tracked, failure: NullableString })),
  groups: Type.Array(
    Type.Object({
      groupId: Uuid,
      product: Type.String(),
      status: Type.String(),
      units: Type.Integer(),
      baseUnit: NullableString,
      bought: NullableString,
      paidNaira: Figure,
      joinedAt: IsoTimestamp,
    }),
  ),
  sessions: Type.Array(
    Type.Object({ createdAt: IsoTimestamp, userAgent: NullableString, endedAt: NullableIsoTimestamp }),
  ),
  notices: Type.Array(
    Type.Object({
      at: IsoTimestamp,
      title: Type.String(),
      message: Type.String(),
      readAt: NullableIsoTimestamp,
    }),
  ),
  notes: Type.Array(Type.Object({ at: IsoTimestamp, note: Type.String(), by: Type.String() })),
});
export type OpsShopperReply = Static<typeof OpsShopperReply>;

export const OpsPaymentReferenceParams = Type.Object({
  reference: TextUpTo(limits.PAYMENT_REFERENCE_LENGTH_MAX),
});
export type OpsPaymentReferenceParams = Static<typeof OpsPaymentReferenceParams>;

export const OpsPaymentReply = ObjectReply({
  ...Payment,
  userId: Uuid,
  method: Type.String(),
  walletNaira: Figure,
  failure: NullableString,
  providerTxId: NullableString,
  /** Number of reconciliation items about the payment: all items, and those that are still open. */
  reconItems: Type.Object({ all: Type.Integer(), open: Type.Integer() }),
  lines: Type.Array(Type.Object({ ...Line, totalNaira: Figure })),
  /** Oldest first. */
  events: Type.Array(
    Type.Object({ at: IsoTimestamp, what: Type.String(), details: NullableString, by: NullableString }),
  ),
});
export type OpsPaymentReply = Static<typeof OpsPaymentReply>;

export const OpsTrackingNumberParams = Type.Object({
  trackingNumber: TextUpTo(limits.TRACKING_NUMBER_LENGTH_MAX),
});
export type OpsTrackingNumberParams = Static<typeof OpsTrackingNumberParams>;

export const OpsOrderReply = ObjectReply({
  trackingNumber: Type.String(),
  userId: Uuid,
  shopper: Type.String(),
  reference: Type.String(),
  totalNaira: Figure,
  centre: Type.String(),
  centreName: Type.String(),
  wrongCodes: Type.Integer(),
  createdAt: IsoTimestamp,
  lines: Type.Array(
    Type.Object({
      ...Line,
      groupId: Uuid,
      stage: Type.String(),
      ...orderLinePickupStateFields,
      paidNaira: Figure,
      refundedNaira: Figure,
      collectedAt: NullableIsoTimestamp,
      collectedBy: NullableString,
    }),
  ),
  /** Hand-outs of the order's lines without a valid pickup code, also those that an operator has already resolved. */
  unproven: Type.Array(InvalidCodeHandOut),
  /**
   * All events that concern the order, oldest first. `groupId` is set when the event happened to a group of the order.
   */
  events: Type.Array(
    Type.Object({
      at: IsoTimestamp,
      what: Type.String(),
      details: NullableString,
      by: NullableString,
      groupId: Type.Union([Uuid, Type.Null()]),
    }),
  ),
});
export type OpsOrderReply = Static<typeof OpsOrderReply>;

/** `data` is the result of the action. With a `proposal` (status 202) nothing has changed yet. */
export const OpsActionReply = DataReply(AnyJsonObject, approvalReplyFields);
export type OpsActionReply = Static<typeof OpsActionReply>;

/** A reason that the operator may leave out, because the action already explains its purpose. */
export const OpsOptionalReasonBody = Type.Object({
  reason: Type.Optional(TextUpTo(limits.OPERATOR_REASON_LENGTH_MAX)),
});
export type OpsOptionalReasonBody = Static<typeof OpsOptionalReasonBody>;

export const OpsReasonBody = Type.Object({ reason: TextUpTo(limits.OPERATOR_REASON_LENGTH_MAX) });
export type OpsReasonBody = Static<typeof OpsReasonBody>;
