import type { IncomingHttpHeaders } from 'node:http';

/** A card provider in the shop's terms: amounts in kobo, our reference, three statuses. */
export interface PaymentProvider {
  /** Name of the provider, as in `/api/payment/webhook/<name>`. */
  name: string;
  /** Ledger account of card payments, `provider:<name>`. */
  accountCode: string;
  /** Origins of the card page, which the content security policy must allow. */
  cardPages: readonly string[];
  /** Names of the parameters that the provider adds to the return address. */
  returnParts: readonly string[];
  /** Reads the return parameters, which the browser may have forged. */
  parseReturn(query: Readonly<Record<string, string | undefined>>): CheckoutReturn;
  /** Opens a hosted card page. After `unknown`, the caller must not repeat the call with the same reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutResult>;
  /** Finds the transaction of our reference: the successful one if any, else the newest. */
  verify(reference: string): Promise<TransactionLookupResult>;
  /** Finds a transaction by the provider's id, which also finds a second payment of one reference. */
  verifyById(transactionId: string): Promise<TransactionLookupResult>;
  /** Sends money back to the card. After `unknown`, the caller must check the provider's list and not call again. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Reads a page of the provider's transactions, newest first, for reconciliation. */
  list(request: ProviderListRequest): Promise<ListResult>;
  /** Reads a page of refunds (ours and the dashboard's) or chargebacks, by their starting day. */
  listReversals(
    kind: ReversalKind,
    request: ProviderListRequest,
  ): Promise<ProviderPageResult<ProviderReversal>>;
  /** Reads a page of the provider's payouts, by day. */
  listSettlements(request: ProviderListRequest): Promise<ProviderPageResult<ProviderSettlement>>;
  /** Verifies a webhook's sender in constant time and parses any format, without network or database. */
  parseWebhook(request: ProviderWebhookRequest): ProviderWebhookResult;
}

export type ProviderTransactionStatus = 'successful' | 'failed' | 'pending';

/** A payment at the provider; one reference may have several. */
export interface ProviderTransaction {
  /** The provider's id, unique over all providers. */
  id: string;
  reference: string;
  status: ProviderTransactionStatus;
  /** Kobo paid to us, without fees charged to the payer. */
  amountKobo: number;
  currency: string;
  reason?: string;
  /** Time of the transaction, ISO 8601, UTC. */
  createdAt?: string;
}

/**
 * A call that failed. `refused`: the provider declined, and the call had no effect. `unknown`: timeout, 5xx, 429 or an
 * unreadable body; the call may have had its effect.
 */
export interface ProviderFailure {
  ok: false;
  kind: 'refused' | 'unknown';
  reason: string;
  /** True: the provider rejected our key, so every call fails. */
  isOurKey?: true;
}

export interface CheckoutRequest {
  reference: string;
  amountKobo: number;
  /** Address to which the provider sends the browser. */
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

export interface RefundRequest {
  transactionId: string;
  amountKobo: number;
  comment: string;
}

export type RefundResult =
  | { ok: true; refundId: string; status: 'completed' | 'pending'; amountKobo: number }
  | ProviderFailure;

export interface ProviderListRequest {
  /** First and last calendar day, `YYYY-MM-DD`, both included. */
  fromDay: string;
  toDay: string;
  /** Number of the page, counted from 1. */
  page: number;
  reference?: string;
}

export type ReversalKind = 'refund' | 'chargeback';

/** Money that went from our provider account back to a card. */
export interface ProviderReversal {
  kind: ReversalKind;
  /** The provider's id, unique for each kind. */
  id: string;
  transactionId: string;
  /** Amount in hundredths of the transaction's currency. */
  amountKobo: number;
  /** `taken`: the provider has debited us. `undone`: a refund failed or we won the dispute. */
  status: 'pending' | 'taken' | 'undone';
  comment?: string;
}

/** A payout to our bank: net = gross − fees − reversals. A negative net is debited from the bank. */
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

type ListResult = ProviderPageResult<ProviderTransaction>;

export type ProviderPageResult<Row> =
  | {
      ok: true;
      rows: Row[];
      /** Names of the rows that could not be read: the provider's id, else our reference, else `row N`. */
      unreadable: string[];
      page: number;
      totalPages: number;
    }
  | ProviderFailure;

export interface CheckoutReturn {
  /** Our reference of the payment; empty: the provider sent none. */
  reference: string;
  transactionId?: string;
  /** How the card page ended, when the payment did not succeed. */
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
 * chargeback, about which the provider's lists are read. `forged` has a wrong or missing secret and must not be stored.
 * `unrelated` concerns no shopper's payment. `unreadable` is authentic but unknown, and an operator must check it.
 */
export type ProviderWebhookResult =
  | { ok: true; event: ProviderEvent }
  | { ok: false; kind: 'forged' | 'reversal' | 'unrelated' | 'unreadable' };

export interface ProviderEvent {
  /** Made of event, transaction id and status; copies of an event have the same key, so that it is stored once. */
  dedupeKey: string;
  transactionId: string;
  reference: string;
  status: ProviderTransactionStatus;
}
