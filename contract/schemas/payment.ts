import { type Static, Type } from 'typebox';
import {
  ADDRESS_FIELD_LENGTH_MAX,
  ID_LENGTH_MAX,
  PAYMENT_REFERENCE_LENGTH_MAX,
  PHONE_INPUT_LENGTH_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
  SHORT_TEXT_LENGTH_MAX,
  URL_LENGTH_MAX,
} from '../limits.ts';
import { paymentTexts } from '../texts.ts';
import { NairaAmount, NullableString, Uuid } from './basics.ts';
import { GroupStatus } from './group.ts';

export const PaymentMethod = Type.Union([
  Type.Literal('wallet_only'),
  Type.Literal('wallet_and_flutterwave'),
  Type.Literal('flutterwave_only'),
]);
export type PaymentMethod = Static<typeof PaymentMethod>;

const AddressField = Type.Optional(Type.String({ maxLength: ADDRESS_FIELD_LENGTH_MAX }));

export const InitializePaymentBody = Type.Object({
  walletUse: Type.Number({ 'x-refusal': paymentTexts.walletNotWhole }),
  deliveryAddress: Type.Object({
    state: AddressField,
    city: AddressField,
    street: AddressField,
  }),
  phone: Type.Optional(Type.String({ maxLength: PHONE_INPUT_LENGTH_MAX })),
  /** Code of the chosen pickup centre. Without it the server prefers a centre in the shopper's city. */
  pickupCentre: Type.Optional(Type.String({ maxLength: PICKUP_CENTRE_CODE_LENGTH_MAX })),
  cartId: Type.Union([Type.String({ maxLength: ID_LENGTH_MAX }), Type.Null()]),
  paymentMethod: Type.String({ maxLength: SHORT_TEXT_LENGTH_MAX }),
  /**
   * The total that the shopper saw, whole naira. The server refuses a different total, so that nobody pays an unseen
   * price.
   */
  expectedTotal: Type.Optional(Type.Number()),
  callback_url: Type.Optional(Type.String({ maxLength: URL_LENGTH_MAX })),
  cancel_url: Type.Optional(Type.String({ maxLength: URL_LENGTH_MAX })),
  /** Reference of an earlier payment attempt, which the new attempt replaces. */
  supersedes: Type.Optional(
    Type.Union([Type.String({ maxLength: PAYMENT_REFERENCE_LENGTH_MAX }), Type.Null()]),
  ),
});
export type InitializePaymentBody = Static<typeof InitializePaymentBody>;

export const GroupJoinedByPayment = Type.Object({
  groupId: Uuid,
  productName: Type.String(),
  slug: Type.String(),
  status: GroupStatus,
  unitsSold: Type.Integer(),
  minimumViableUnits: Type.Integer(),
  /** Name of the base unit; null: the product is counted in pieces. */
  baseUnitName: NullableString,
});
export type GroupJoinedByPayment = Static<typeof GroupJoinedByPayment>;

/** The reply has every field of a payment response in `docs/specification.md`; amounts are in whole naira. */
export const InitializePaymentReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  reference: Type.String(),
  paymentId: Uuid,
  walletUse: NairaAmount,
  walletUsed: NairaAmount,
  flutterwaveAmount: NairaAmount,
  totalAmount: NairaAmount,
  currentWalletBalance: NairaAmount,
  newWalletBalance: NairaAmount,
  /** Address of the card page; null when the wallet pays everything. */
  authorization_url: NullableString,
  groupBuysJoined: Type.Integer(),
  groupBuys: Type.Array(GroupJoinedByPayment),
});
export type InitializePaymentReply = Static<typeof InitializePaymentReply>;

export const PaymentReferenceParams = Type.Object({
  reference: Type.String({ maxLength: PAYMENT_REFERENCE_LENGTH_MAX }),
});
export type PaymentReferenceParams = Static<typeof PaymentReferenceParams>;

export const PaymentStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('confirmed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
  Type.Literal('expired'),
]);
export type PaymentStatus = Static<typeof PaymentStatus>;

export const PaymentStatusReply = Type.Object({
  success: Type.Literal(true),
  status: PaymentStatus,
  outcome: Type.Union([
    Type.Literal('ordered'),
    Type.Literal('wallet_credited'),
    Type.Literal('review'),
    Type.Null(),
  ]),
  message: Type.String(),
  reference: Type.String(),
  paymentId: Uuid,
  totalAmount: NairaAmount,
  walletUsed: NairaAmount,
  flutterwaveAmount: NairaAmount,
  newWalletBalance: NairaAmount,
  groupBuysJoined: Type.Integer(),
  groupBuys: Type.Array(GroupJoinedByPayment),
  /** Address of the card page, while it can be opened again. */
  authorization_url: NullableString,
});
export type PaymentStatusReply = Static<typeof PaymentStatusReply>;

export const PaymentIdempotencyKeyParams = Type.Object({ key: Uuid });
export type PaymentIdempotencyKeyParams = Static<typeof PaymentIdempotencyKeyParams>;
/** The reply when no payment was started under this idempotency key; a late request with the key starts none. */
const AttemptNone = Type.Object({ success: Type.Literal(true), status: Type.Literal('none') });
export const PaymentAttemptOrNoneReply = Type.Union([InitializePaymentReply, AttemptNone]);
export type PaymentAttemptOrNoneReply = Static<typeof PaymentAttemptOrNoneReply>;
