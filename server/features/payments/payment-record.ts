import type { PaymentMethod } from '#contract/schemas/payment.ts';

/** A payment attempt as stored, in kobo. @source database.md */

type PaymentStatus =
  | 'created'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'superseded'
  | 'review';

/** How the money that arrived was used; null: no money has arrived. */
type PaymentOutcome = 'ordered' | 'wallet_credited' | 'review';

export interface DeliveryAddress {
  state: string;
  city: string;
  street: string;
}

/** Value of `failure` for a payment in review whose money was returned to the card. */
export const PAYMENT_FAILURE_REFUNDED_TO_CARD = 'returned';

export interface PaymentRecord {
  id: string;
  reference: string;
  userId: string;
  cartId: string;
  cartVersion: number;
  intentHash: string;
  attemptKey: string | null;
  method: PaymentMethod;
  totalKobo: number;
  walletKobo: number;
  cardKobo: number;
  delivery: DeliveryAddress;
  phone: string;
  centreId: string;
  status: PaymentStatus;
  outcome: PaymentOutcome | null;
  settledAt: Date | null;
  authorizationUrl: string | null;
  providerTxId: string | null;
  receivedKobo: number | null;
  sessionExpiresAt: Date | null;
  nextPollAt: Date | null;
  polls: number;
  lastVerifiedAt: Date | null;
  failure: string | null;
  callbackUrl: string | null;
  cancelUrl: string | null;
  createdAt: Date;
}

/** Columns of the table `payments` that make up a `PaymentRecord`. */
export const PAYMENT_COLUMNS_SQL = `id, reference, user_id AS "userId", cart_id AS "cartId",
  cart_version AS "cartVersion", intent_hash AS "intentHash", attempt_key AS "attemptKey", method,
  total_kobo AS "totalKobo", wallet_kobo AS "walletKobo", card_kobo AS "cardKobo", delivery, phone,
  centre_id AS "centreId", status, outcome, settled_at AS "settledAt", authorization_url AS "authorizationUrl",
  provider_tx_id AS "providerTxId", received_kobo AS "receivedKobo", session_expires_at AS "sessionExpiresAt",
  next_poll_at AS "nextPollAt", polls, last_verified_at AS "lastVerifiedAt", failure,
  callback_url AS "callbackUrl", cancel_url AS "cancelUrl", created_at AS "createdAt"`;

/** Fields of a payment that are set only after it was inserted. */
type LaterPaymentField =
  | 'id'
  | 'status'
  | 'outcome'
  | 'settledAt'
  | 'authorizationUrl'
  | 'providerTxId'
  | 'receivedKobo'
  | 'polls'
  | 'lastVerifiedAt'
  | 'failure'
  | 'createdAt';
export type NewPayment = Omit<PaymentRecord, LaterPaymentField>;

export interface PaymentCartLine {
  productId: string;
  /** Id of the open group that the shopper saw; null: no group was open, or the line is a solo purchase. */
  groupId: string | null;
  mode: 'group' | 'solo';
  /** The cart line's `variant`, unchanged, so that the bought line can be found in the cart and removed. */
  variant: string | null;
  unitName: string | null;
  baseUnitQuantity: number;
  quantity: number;
  unitPriceKobo: number;
}
