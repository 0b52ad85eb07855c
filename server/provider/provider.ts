import type { IncomingHttpHeaders } from 'node:http';

/** A card provider in the shop's terms: kobo, our reference, three statuses. */
export interface PaymentProvider {
  /** Stored with its data; also the last part of its webhook's address, `/api/payment/webhook/<name>`. */
  name: string;
  /** Ledger account of its payments: `provider:` and its name. */
  accountCode: string;
  /** Origins of its card page, for the content security policy. */
  cardPages: readonly string[];
  /** Parameters that it adds to the return address: texts, each at most once. */
  returnParts: readonly string[];
  /** Reads the return parameters, which the browser may have forged. */
  parseReturn(query: Readonly<Record<string, string | undefined>>): ProviderReturn;
  /** Opens one hosted card page. Called once per payment; `unknown` must never be repeated under the same reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>;
  /** The transaction for our reference: the successful one if any, else the newest. */
  verify(reference: string): Promise<LookupResult>;
  /** One transaction by the provider's id. A second payment of a reference is found only this way or in the list. */
  verifyById(transactionId: string): Promise<LookupResult>;
  /** Sends money back to the card. `unknown` is resolved from the provider's list, never by a second call. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** One page of the provider's list, newest first, for reconciliation. */
  list(request: ListRequest): Promise<ListResult>;
  /** One page of its refunds (ours and its dashboard's) or chargebacks, by their starting day. */
  listReversals(kind: ReversalKind, request: ListRequest): Promise<PageResult<ProviderReversal>>;
  /** One page of the provider's payouts, by day. */
  listSettlements(request: ListRequest): Promise<PageResult<ProviderSettlement>>;
  /** Verifies the sender of a webhook (constant time) and reads any format. No network, no database. */
  parseWebhook(request: WebhookRequest): WebhookResult;
}

export type ProviderTransactionStatus = 'successful' | 'failed' | 'pending';

/** A payment at the provider. One reference may have several. */
export interface ProviderTransaction {
  /** The provider's id: any text, constant, and unique over all providers of this shop. */
  id: string;
  reference: string;
  status: ProviderTransactionStatus;
  /** Kobo paid to us, without fees charged to the payer. */
  amountKobo: number;
  currency: string;
  reason?: string;
  /** ISO 8601, UTC. */
  createdAt?: string;
}

/**
 * A call without a result. `refused`: the provider declined, and nothing happened there. `unknown`: timeout, 5xx, 429
 * or an unreadable body; it may or may not have happened.
 */
export interface ProviderFailure {
  ok: false;
  kind: 'refused' | 'unknown';
  reason: string;
  /** True: it rejects our key, not the request. */
  isOurKey?: true;
}

export interface CheckoutRequest {
  reference: string;
  amountKobo: number;
  /** Where the provider sends the browser; never trusted. */
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

export type LookupResult = { ok: true; transaction: ProviderTransaction | null } | ProviderFailure;

export interface RefundRequest {
  transactionId: string;
  amountKobo: number;
  comment: string;
}

export type RefundResult =
  | { ok: true; refundId: string; status: 'completed' | 'pending'; amountKobo: number }
  | ProviderFailure;

export interface ListRequest {
  /** Calendar days, `YYYY-MM-DD`, both included. */
  fromDay: string;
  toDay: string;
  /** Counted from 1. */
  page: number;
  reference?: string;
}

export type ReversalKind = 'refund' | 'chargeback';

/** Money that goes from our provider account back to a card. */
export interface ProviderReversal {
  kind: ReversalKind;
  /** The provider's id: unique among this kind, over all providers of this shop. */
  id: string;
  transactionId: string;
  /** In the transaction's currency. */
  amountKobo: number;
  /** `taken`: the provider owes us that much less. `undone`: a refund that failed, a dispute that we won. */
  status: 'pending' | 'taken' | 'undone';
  comment?: string;
}

/** One payout to our bank: gross − fees − reversals = net; below 0 the bank pays. */
export interface ProviderSettlement {
  id: string;
  isPaid: boolean;
  currency: string;
  grossKobo: number;
  /** Fees of the provider, taxes included. */
  feeKobo: number;
  /** Refunds and chargebacks deducted from this payout. */
  reversedKobo: number;
  netKobo: number;
}

type ListResult = PageResult<ProviderTransaction>;

export type PageResult<Row> =
  | {
      ok: true;
      rows: Row[];
      /** Identifies each unreadable row: the provider's id, else our reference, else `row N`. */
      unreadable: string[];
      page: number;
      totalPages: number;
    }
  | ProviderFailure;

export interface ProviderReturn {
  /** Empty: none. */
  reference: string;
  transactionId?: string;
  /** How the page ended without a success. */
  flag?: 'cancelled' | 'failed';
}

export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The raw body, for a signature. */
  text: string;
}

/**
 * The event is only a hint: its transaction is queried again. `reversal`: a refund or chargeback; the provider's lists
 * are read instead of its content. `forged`: wrong or missing secret or signature, store nothing. `unrelated`: no
 * shopper's payment; stored without a notification. `unreadable`: authentic but not understood; an operator looks at
 * it.
 */
export type WebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; kind: 'forged' | 'reversal' | 'unrelated' | 'unreadable' };

export interface ProviderEvent {
  /** The same for every copy of one event: event + transaction id + status. */
  dedupeKey: string;
  transactionId: string;
  reference: string;
  status: ProviderTransactionStatus;
}
