/**
 * What the shop needs from a card provider, in the shop's own words: kobo, our reference, three statuses.
 * Whatever a provider calls these things stays in its own module.
 */
export interface PaymentProvider {
  /** Opens one hosted card page. Called once per payment; `unknown` must never be repeated under the same reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>;
  /** The transaction that best stands for our reference: the successful one if there is one, else the newest. */
  verify(reference: string): Promise<LookupResult>;
  /** One transaction by the provider's id: a second payment of one reference is only found this way or in the list. */
  verifyById(transactionId: number): Promise<LookupResult>;
  /** Sends money back to the card. `unknown` is resolved from the provider's list, never by asking again. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** One page of the provider's own list, newest first, for reconciliation. */
  list(request: ListRequest): Promise<ListResult>;
  /** Checks who sent a webhook (constant time) and reads its two shapes. No network, no database. */
  parseWebhook(request: WebhookRequest): WebhookResult;
}

export type ProviderTransactionStatus = 'successful' | 'failed' | 'pending';

/** One try to pay, as the provider knows it. One reference may have several. */
export interface ProviderTransaction {
  id: number;
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
  transactionId: number;
  amountKobo: number;
  comment: string;
}

export type RefundResult =
  | { ok: true; refundId: number; status: 'completed' | 'pending'; amountKobo: number }
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

export type ListResult =
  | {
      ok: true;
      transactions: ProviderTransaction[];
      /** What names each row that could not be read: the provider's id, else our reference, else `row N`. */
      unreadable: string[];
      page: number;
      totalPages: number;
    }
  | ProviderFailure;

export interface WebhookRequest {
  /** The header that carries the shared secret, as received; undefined when missing. */
  signature: string | undefined;
  body: unknown;
}

/**
 * `forged`: wrong or missing secret, store nothing. `unreadable`: ours, but no charge we understand (kept, not acted on).
 * The event is only a hint: what it claims is asked of the provider again.
 */
export type WebhookResult = { ok: true; event: ProviderEvent } | { ok: false; kind: 'forged' | 'unreadable' };

export interface ProviderEvent {
  /** The same for every copy of one fact in either shape: event + transaction id + status. */
  dedupeKey: string;
  transactionId: number;
  reference: string;
  status: ProviderTransactionStatus;
}
