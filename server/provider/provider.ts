import type { IncomingHttpHeaders } from 'node:http';

/** A card provider in the shop's terms: amounts in kobo, the shop's payment reference, three statuses. */
export interface PaymentProvider {
  /** Name of the provider in URLs such as `/api/payment/webhook/<name>`. */
  name: string;
  /** Code of the ledger account for card payments, `provider:<name>`. */
  accountCode: string;
  /** Origins of the card page, which the content security policy must allow. */
  cardPages: readonly string[];
  /** Names of the parameters that the provider adds to the shop's URL when it sends the browser back. */
  returnParts: readonly string[];
  /** Parses the parameters with which the provider sends the browser back; anybody may have forged them. */
  parseReturn(query: Readonly<Record<string, string | undefined>>): CheckoutReturnParams;
  /** Opens a hosted card page. After `unknown`, the caller must not repeat the call with the same reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>;
  /** Finds the provider's transaction for a payment reference: the successful one if any, else the newest. */
  verify(reference: string): Promise<TransactionLookupResult>;
  /** Finds a transaction by the provider's id. This also finds a second payment with the same reference. */
  verifyById(transactionId: string): Promise<TransactionLookupResult>;
  /**
   * Sends money back to the card. After `unknown`, the caller must check the provider's list instead of calling again.
   */
  refund(request: ProviderRefundRequest): Promise<ProviderRefundResult>;
  /** Reads a page of the provider's transactions, newest first, for reconciliation. */
  list(request: ProviderListRequest): Promise<ListResult>;
  /**
   * Reads a page of refunds or chargebacks by their starting day. Refunds made at the provider's dashboard are
   * included.
   */
  listReversals(
    kind: ReversalKind,
    request: ProviderListRequest,
  ): Promise<ProviderPageResult<ProviderReversal>>;
  /** Reads a page of the provider's payouts to the shop, by day. */
  listSettlements(request: ProviderListRequest): Promise<ProviderPageResult<ProviderSettlement>>;
  /** Verifies a webhook's sender in constant time and parses any of its formats, without network or database. */
  parseWebhook(request: ProviderWebhookRequest): ProviderWebhookResult;
}

export type ProviderTransactionStatus = 'successful' | 'failed' | 'pending';

/** A transaction at the card provider; one payment reference may have several. */
export interface ProviderTransaction {
  /** The provider's transaction id, unique over all providers. */
  id: string;
  reference: string;
  status: ProviderTransactionStatus;
  /** Kobo paid to the shop, without fees that the payer bears. */
  amountKobo: number;
  currency: string;
  reason?: string;
  /** Time of the transaction, ISO 8601 in UTC. */
  createdAt?: string;
}

/**
 * A call that failed. `refused`: the call had no effect. `unknown` (timeout, 5xx, 429, unreadable body): the call may
 * have had its effect.
 */
export interface ProviderFailure {
  ok: false;
  kind: 'refused' | 'unknown';
  reason: string;
  /** True: the provider rejected the shop's API key, so every call fails. */
  isOurKey?: true;
}

export interface CheckoutRequest {
  reference: string;
  amountKobo: number;
  /** URL to which the provider sends the browser after the payment. */
  redirectUrl: string;
  customer: { email: string; name: string; phone: string };
  title: string;
  description: string;
  logoUrl?: string;
  paymentId: string;
  userId: string;
  sessionMinutes: number;
}

export type CheckoutResult = { ok: true; link: string } | ProviderFailure;

export type TransactionLookupResult = { ok: true; transaction: ProviderTransaction | null } | ProviderFailure;

export interface ProviderRefundRequest {
  transactionId: string;
  amountKobo: number;
  comment: string;
}

export type ProviderRefundResult =
  | { ok: true; refundId: string; status: 'completed' | 'pending'; amountKobo: number }
  | ProviderFailure;

export interface ProviderListRequest {
  /** First and last calendar day, `YYYY-MM-DD`, both included. */
  fromDay: string;
  toDay: string;
  /** Page number, counted from 1. */
  page: number;
  reference?: string;
}

export type ReversalKind = 'refund' | 'chargeback';

/** Money that went from the shop's account at the provider back to a card. */
export interface ProviderReversal {
  kind: ReversalKind;
  /** The provider's id of the reversal, unique for each kind. */
  id: string;
  transactionId: string;
  /** Amount in hundredths of the transaction's currency. */
  amountKobo: number;
  /** `taken`: the provider has debited the shop. `undone`: a refund failed, or the shop won the dispute. */
  status: 'pending' | 'taken' | 'undone';
  comment?: string;
}

/** A payout to the shop's bank: net = gross − fees − reversals. A negative net amount is debited from the bank. */
export interface ProviderSettlement {
  id: string;
  isPaid: boolean;
  currency: string;
  grossKobo: number;
  /** The provider's fees deducted from this payout, with the taxes on them. */
  feeKobo: number;
  /** Refunds and chargebacks deducted from this payout. */
  reversedKobo: number;
  netKobo: number;
}

type ListResult = ProviderPageResult<ProviderTransaction>;

export type ProviderPageResult<Row> =
  | {
      ok: true;
      rows: Row[];
      /** Names of the rows that could not be parsed: the provider's id, else the payment reference, else `row N`. */
      unreadable: string[];
      page: number;
      totalPages: number;
    }
  | ProviderFailure;

export interface CheckoutReturnParams {
  /** The payment reference; empty: the provider sent none. */
  reference: string;
  transactionId?: string;
  /** How the visit to the card page ended if the payment did not succeed. */
  flag?: 'cancelled' | 'failed';
}

export interface ProviderWebhookRequest {
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The raw text of the request, over which the signature is computed. */
  text: string;
}

/**
 * How to treat a webhook. `event` is only a hint: the transaction is queried again. `reversal` is a refund or
 * chargeback. `forged` has a wrong secret and must not be stored. `unrelated` concerns no payment. `unreadable` is
 * authentic, and an operator must check it.
 */
export type ProviderWebhookResult =
  | { ok: true; event: ProviderWebhookEvent }
  | { ok: false; kind: 'forged' | 'reversal' | 'unrelated' | 'unreadable' };

export interface ProviderWebhookEvent {
  /** Key made of event, transaction id and status. Copies of an event have the same key, so that it is stored once. */
  dedupeKey: string;
  transactionId: string;
  reference: string;
  status: ProviderTransactionStatus;
}
