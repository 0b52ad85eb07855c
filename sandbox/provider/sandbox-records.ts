import type { ReversalKind } from '../../server/provider/provider.ts';

/** One visit of the simulated card page. Amounts are in naira, as in Flutterwave's API; times in epoch milliseconds. */
export interface SandboxCheckoutSession {
  id: string;
  txRef: string;
  amount: number;
  currency: string;
  redirectUrl: string;
  customer: { email: string; name: string; phonenumber: string };
  title: string;
  description: string;
  meta: Record<string, unknown>;
  sessionMinutes: number;
  maxTries: number;
  tries: number;
  /** Time of creation by the shop's clock, which operators may move. */
  createdAtMs: number;
  /** `closed`: timed out or no attempts left. A cancelled session stays open, because its link can be used again. */
  state: 'open' | 'paid' | 'closed';
}

export interface SandboxTransaction {
  id: number;
  sessionId: string;
  txRef: string;
  flwRef: string;
  amount: number;
  chargedAmount: number;
  appFee: number;
  currency: string;
  status: 'successful' | 'failed' | 'pending';
  processorResponse: string;
  paymentType: 'card' | 'bank_transfer';
  card: { first6: string; last4: string };
  /** Shop's clock. */
  createdAtMs: number;
  /** Time at which the pending transaction succeeds, by the shop's clock. */
  succeedsAtMs: number | null;
  /** How the transaction's webhook is delivered; fixed at the time of the payment. */
  webhook: WebhookScenario;
}

/** A reversal: money that goes back to a card by refund or chargeback. Each kind has its own ids. */
export interface SandboxReversal {
  kind: ReversalKind;
  id: number;
  transactionId: number;
  amount: number;
  comments: string;
  /** Refund: pending, completed or failed. Chargeback: initiated, accepted, declined (by the shop), lost or won. */
  status: (typeof SANDBOX_REVERSAL_STATUSES)[ReversalKind][number];
  createdAtMs: number;
}

export const SANDBOX_REVERSAL_STATUSES = {
  refund: ['completed', 'pending', 'failed'],
  chargeback: ['initiated', 'accepted', 'declined', 'lost', 'won'],
} as const;

/** Final statuses with which the shop keeps the money: a failed refund, or a chargeback that the shop has won. */
export const UNSUCCESSFUL_REVERSAL_STATUSES: readonly SandboxReversal['status'][] = ['failed', 'won'];

/** A payout to the shop's bank account: net = gross − fee − refund − chargeback. */
export interface SandboxPayout {
  id: number;
  gross: number;
  fee: number;
  refund: number;
  chargeback: number;
  net: number;
  /** The refunds and chargebacks that the payout includes, as `kind:id`. */
  reversals: string[];
  transactionIds: number[];
  createdAtMs: number;
}

/** A webhook to be sent, at most four times, until the shop answers 200. */
export interface SandboxWebhookDelivery {
  id: string;
  transactionId: number;
  /** The refund or chargeback that the webhook reports, as `kind:id`; absent: it reports a transaction. */
  reversal?: string;
  shape: 'v3' | 'flat';
  /** The status that the webhook reports; it may be older than the transaction's. */
  status: SandboxTransaction['status'];
  wrongHash: boolean;
  tries: number;
  /** Time at which the webhook is sent, by the machine's clock. */
  dueAtMs: number;
  state: 'due' | 'delivered' | 'given_up';
  lastAnswer: number | null;
}

export const SANDBOX_PAYMENT_OUTCOMES = [
  'success',
  'decline',
  'leave',
  'cancel',
  'slow',
  'close_tab',
  'webhook_lost',
  'bank_transfer',
  'session_timeout',
  'pay_less',
  'pay_more',
  'pay_twice',
] as const;
export type SandboxPaymentOutcome = (typeof SANDBOX_PAYMENT_OUTCOMES)[number];

export interface WebhookScenario {
  shape: 'v3' | 'flat';
  copies: number;
  delayMs: number;
  drop: boolean;
  wrongHash: boolean;
  /** True: a success is followed by an outdated webhook with status `pending`, and webhooks of failures come late. */
  outOfOrder: boolean;
}

export interface ApiFaultScenario {
  fail: '503' | '429' | 'timeout' | 'malformed';
  /** Number of further API calls that will fail. */
  times: number;
}

/** What to simulate. `next` and `delayMs` apply to one payment, `webhook` and `refund` until they are changed. */
export interface SandboxScenario {
  refund: 'completed' | 'pending';
  next: SandboxPaymentOutcome | null;
  delayMs: number | null;
  webhook: WebhookScenario;
  api: ApiFaultScenario | null;
}

export const DEFAULT_WEBHOOK_SCENARIO: WebhookScenario = {
  shape: 'v3',
  copies: 1,
  delayMs: 0,
  drop: false,
  wrongHash: false,
  outOfOrder: false,
};

export const DEFAULT_SANDBOX_SCENARIO: SandboxScenario = {
  refund: 'completed',
  next: null,
  delayMs: null,
  webhook: DEFAULT_WEBHOOK_SCENARIO,
  api: null,
};

/** A line of the data file: one record's complete state. A later line about the same record replaces it. */
export type SandboxFileLine =
  | { kind: 'session'; value: SandboxCheckoutSession }
  | { kind: 'transaction'; value: SandboxTransaction }
  | { kind: 'reversal'; value: SandboxReversal }
  | { kind: 'settlement'; value: SandboxPayout }
  | { kind: 'delivery'; value: SandboxWebhookDelivery }
  | { kind: 'scenario'; value: SandboxScenario }
  | { kind: 'reset' };

/** The status in the address with which the browser returns to the shop. */
export type SandboxReturnStatus = 'successful' | 'completed' | 'cancelled' | 'failed';
