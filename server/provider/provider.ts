import type { IncomingHttpHeaders } from 'node:http';

/**
 * What the shop needs from a card provider, in the shop's own words: kobo, our reference, three statuses.
 * Whatever a provider calls these things stays in its own module.
 */
export interface PaymentProvider {
  /** Kept with what it tells us, and the last part of its webhook's address, `/api/payment/webhook/<name>`. */
  name: string;
  /** The ledger's account for what was paid there: `provider:` and its name. */
  accountCode: string;
  /** The origins of its card page, for the content security policy. */
  cardPages: readonly string[];
  /** The names of what it puts on the return address: texts, each at most once. */
  returnParts: readonly string[];
  /** Reads what it put on the return address. All of it is a claim of the browser. */
  parseReturn(query: Readonly<Record<string, string | undefined>>): ProviderReturn;
  /** Opens one hosted card page. Called once per payment; `unknown` must never be repeated under the same reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>;
  /** The transaction that best stands for our reference: the successful one if there is one, else the newest. */
  verify(reference: string): Promise<LookupResult>;
  /** One transaction by the provider's id: a second payment of one reference is only found this way or in the list. */
  verifyById(transactionId: string): Promise<LookupResult>;
  /** Sends money back to the card. `unknown` is resolved from the provider's list, never by asking again. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** One page of the provider's own list, newest first, for reconciliation. */
  list(request: ListRequest): Promise<ListResult>;
  /** One page of its refunds (ours and its dashboard's) or chargebacks, by the day that they were begun. */
  listReversals(kind: ReversalKind, request: ListRequest): Promise<PageResult<ProviderReversal>>;
  /** One page of what it paid out to us, by day. */
  listSettlements(request: ListRequest): Promise<PageResult<ProviderSettlement>>;
  /** Checks who sent a webhook (constant time) and reads it, whatever its shape. No network, no database. */
  parseWebhook(request: WebhookRequest): WebhookResult;
}

export type ProviderTransactionStatus = 'successful' | 'failed' | 'pending';

/** One try to pay, as the provider knows it. One reference may have several. */
export interface ProviderTransaction {
  /** The provider's own: any text, the same at every call, and no other transaction's of any provider of this shop. */
  id: string;
  reference: string;
  status: ProviderTransactionStatus;
  /** What the shopper paid us, in kobo, without fees passed on to the payer. */
  amountKobo: number;
  currency: string;
  /** The provider's own words for a decline. */
  reason?: string;
  /** ISO 8601, UTC. */
  createdAt?: string;
}

/**
 * Why a call brought nothing. `refused`: the provider said no, nothing happened there.
 * `unknown`: timeout, 5xx, 429 or an unreadable body; it may or may not have happened.
 */
export interface ProviderFailure {
  ok: false;
  kind: 'refused' | 'unknown';
  reason: string;
  /** It does not take our key: nothing that was said is to blame. */
  isOurKey?: true;
}

export interface CheckoutRequest {
  reference: string;
  amountKobo: number;
  /** Where the provider sends the browser afterwards; never believed. */
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

/** `transaction: null`: the provider answered and knows no such transaction. */
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
  /** From 1. */
  page: number;
  /** Only tries of this reference. */
  reference?: string;
}

export type ReversalKind = 'refund' | 'chargeback';

/** Money that goes from our account at the provider back to a card. */
export interface ProviderReversal {
  kind: ReversalKind;
  /** The provider's own: no other one's of this kind, of any provider of this shop. */
  id: string;
  transactionId: string;
  /** In the transaction's currency. */
  amountKobo: number;
  /** `taken`: the provider owes us that much less. `undone`: a refund that failed, a dispute that we won. */
  status: 'pending' | 'taken' | 'undone';
  /** The words a refund was asked with. */
  comment?: string;
}

/** One payout to our bank: gross − fees − what was taken back = net; below 0 the bank gives. */
export interface ProviderSettlement {
  id: string;
  isPaid: boolean;
  currency: string;
  grossKobo: number;
  /** What the provider keeps, taxes included. */
  feeKobo: number;
  /** Refunds and chargebacks that were taken from this payout. */
  reversedKobo: number;
  netKobo: number;
}

type ListResult = PageResult<ProviderTransaction>;

export type PageResult<Row> =
  | {
      ok: true;
      rows: Row[];
      /** What names each row that could not be read: the provider's id, else our reference, else `row N`. */
      unreadable: string[];
      page: number;
      totalPages: number;
    }
  | ProviderFailure;

/** Where the browser says it comes from. */
export interface ProviderReturn {
  /** Empty: it names none. */
  reference: string;
  transactionId?: string;
  /** How the page was left, where that is no success. */
  flag?: 'cancelled' | 'failed';
}

export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The body as it came: what a signature is made over. */
  text: string;
}

/**
 * The event is only a hint: what it claims is asked of the provider again. `reversal`: news of some refund or
 * chargeback; what it says is not read at all, the provider's lists are. `forged`: wrong or missing secret or signature,
 * store nothing. `unrelated`: about no payment of a shopper; it is stored and nobody is notified. `unreadable`: ours, but
 * nothing that we understand: an operator looks at it.
 */
export type WebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; kind: 'forged' | 'reversal' | 'unrelated' | 'unreadable' };

export interface ProviderEvent {
  /** The same for every copy of one fact in either shape: event + transaction id + status. */
  dedupeKey: string;
  transactionId: string;
  reference: string;
  status: ProviderTransactionStatus;
}
