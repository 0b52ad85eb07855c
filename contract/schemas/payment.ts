import { type Static, Type } from 'typebox';
import {
  ADDRESS_FIELD_MAX,
  ID_MAX,
  PHONE_INPUT_MAX,
  REFERENCE_MAX,
  URL_MAX,
  VARIANT_MAX,
} from '../limits.ts';
import { paymentTexts } from '../texts.ts';
import { Naira, NullableString, Uuid } from './basics.ts';
import { GroupStatus } from './group.ts';

export const PaymentMethod = Type.Union([
  Type.Literal('wallet_only'),
  Type.Literal('wallet_and_flutterwave'),
  Type.Literal('flutterwave_only'),
]);
export type PaymentMethod = Static<typeof PaymentMethod>;

const AddressField = Type.Optional(Type.String({ maxLength: ADDRESS_FIELD_MAX }));

export const InitializePaymentBody = Type.Object({
  walletUse: Type.Number({ 'x-refusal': paymentTexts.walletNotWhole }),
  deliveryAddress: Type.Object({
    state: AddressField,
    city: AddressField,
    street: AddressField,
  }),
  phone: Type.Optional(Type.String({ maxLength: PHONE_INPUT_MAX })),
  cartId: Type.Union([Type.String({ maxLength: ID_MAX }), Type.Null()]),
  paymentMethod: Type.String({ maxLength: VARIANT_MAX }),
  /** The total that the shopper saw, whole naira. A different total is refused. The app always sends it. */
  expectedTotal: Type.Optional(Type.Number()),
  callback_url: Type.Optional(Type.String({ maxLength: URL_MAX })),
  cancel_url: Type.Optional(Type.String({ maxLength: URL_MAX })),
  /** Reference of the attempt that this one replaces. */
  supersedes: Type.Optional(Type.Union([Type.String({ maxLength: REFERENCE_MAX }), Type.Null()])),
});
export type InitializePaymentBody = Static<typeof InitializePaymentBody>;

export const PaidGroup = Type.Object({
  groupId: Uuid,
  productName: Type.String(),
  status: GroupStatus,
  unitsSold: Type.Integer(),
  minimumViableUnits: Type.Integer(),
});
export type PaidGroup = Static<typeof PaidGroup>;

/** The reply has all fields of the specification's payment response; amounts are in whole naira. */
export const PaymentReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  reference: Type.String(),
  paymentId: Uuid,
  walletUse: Naira,
  walletUsed: Naira,
  flutterwaveAmount: Naira,
  totalAmount: Naira,
  currentWalletBalance: Naira,
  newWalletBalance: Naira,
  /** The card page; null when the wallet pays all. */
  authorization_url: NullableString,
  groupBuysJoined: Type.Integer(),
  groupBuys: Type.Array(PaidGroup),
});
export type PaymentReply = Static<typeof PaymentReply>;

export const PaymentStatusParams = Type.Object({ reference: Type.String({ maxLength: REFERENCE_MAX }) });
export type PaymentStatusParams = Static<typeof PaymentStatusParams>;

export const PaymentVerdict = Type.Union([
  Type.Literal('pending'),
  Type.Literal('confirmed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
  Type.Literal('expired'),
]);
export type PaymentVerdict = Static<typeof PaymentVerdict>;

export const PaymentStatusReply = Type.Object({
  success: Type.Literal(true),
  status: PaymentVerdict,
  outcome: Type.Union([
    Type.Literal('ordered'),
    Type.Literal('wallet_credited'),
    Type.Literal('review'),
    Type.Null(),
  ]),
  message: Type.String(),
  reference: Type.String(),
  paymentId: Uuid,
  totalAmount: Naira,
  walletUsed: Naira,
  flutterwaveAmount: Naira,
  newWalletBalance: Naira,
  groupBuysJoined: Type.Integer(),
  groupBuys: Type.Array(PaidGroup),
  /** Set while the card page can be opened again. */
  authorization_url: NullableString,
});
export type PaymentStatusReply = Static<typeof PaymentStatusReply>;

export const AttemptKeyParams = Type.Object({ key: Uuid });
export type AttemptKeyParams = Static<typeof AttemptKeyParams>;
/** `none` means that no payment was started under this key; a late request with it changes nothing. */
const AttemptNone = Type.Object({ success: Type.Literal(true), status: Type.Literal('none') });
export const AttemptCheckReply = Type.Union([PaymentReply, AttemptNone]);
export type AttemptCheckReply = Static<typeof AttemptCheckReply>;
