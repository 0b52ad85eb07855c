import type { ReversalKind } from '../../server/provider/provider.ts';

/** What the sandbox remembers. Amounts are naira, as on Flutterwave's wire; instants are epoch milliseconds. */
export interface SandboxSession {
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
  /** On the shop's clock, which the operator may move. */
  createdAtMs: number;
  /** `closed`: timed out, or no tries left. A cancelled session stays open: its link may be used again. */
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
  /** On the shop's clock. */
  createdAtMs: number;
  /** A pending one becomes successful then, on the shop's clock. */
  succeedsAtMs: number | null;
  /** How its webhooks are sent, fixed when the shopper paid. */
  webhook: WebhookScenario;
}

/** Money that goes back to a card. Ids are counted for each kind of its own. */
export interface SandboxReversal {
  kind: ReversalKind;
  id: number;
  transactionId: number;
  amount: number;
  /** What was said with it. */
  comments: string;
  /** A refund is pending, completed or failed; a chargeback initiated, accepted, declined (by the shop), lost or won. */
  status: (typeof REVERSAL_STATUSES)[ReversalKind][number];
  createdAtMs: number;
}

export const REVERSAL_STATUSES = {
  refund: ['completed', 'pending', 'failed'],
  chargeback: ['initiated', 'accepted', 'declined', 'lost', 'won'],
} as const;

/** Statuses in which the shop has its money again. */
export const UNDONE: readonly SandboxReversal['status'][] = ['failed', 'won'];

/** One payout to the shop's bank. Gross − fee − refund − chargeback = net. */
export interface SandboxSettlement {
  id: number;
  gross: number;
  fee: number;
  refund: number;
  chargeback: number;
  net: number;
  /** `kind:id` of each reversal, and the transactions, that it has counted. */
  reversals: string[];
  transactionIds: number[];
  createdAtMs: number;
}

/** One webhook on its way: sent until it is answered with 200, at most four times. */
export interface SandboxDelivery {
  id: string;
  transactionId: number;
  /** It tells of this reversal (`kind:id`), not of the transaction. */
  reversal?: string;
  shape: 'v3' | 'flat';
  /** The status this webhook tells, which may be older than the transaction's. */
  status: SandboxTransaction['status'];
  wrongHash: boolean;
  tries: number;
  /** Real time. */
  dueAtMs: number;
  state: 'due' | 'delivered' | 'given_up';
  lastAnswer: number | null;
}

export const OUTCOMES = [
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
export type Outcome = (typeof OUTCOMES)[number];

export interface WebhookScenario {
  shape: 'v3' | 'flat';
  copies: number;
  delayMs: number;
  drop: boolean;
  wrongHash: boolean;
  /** A stale 'pending' webhook follows each success, and a failed try's webhook comes late. */
  outOfOrder: boolean;
}

export interface ApiScenario {
  fail: '503' | '429' | 'timeout' | 'malformed';
  /** How many calls still fail. */
  times: number;
}

/**
 * `next` and `delayMs` serve the next payment only; `webhook` and `refund` (what becomes of one that is asked for) stay
 * until they are replaced; `api` counts down.
 */
export interface SandboxScenario {
  refund: 'completed' | 'pending';
  next: Outcome | null;
  delayMs: number | null;
  webhook: WebhookScenario;
  api: ApiScenario | null;
}

export const PLAIN_WEBHOOK: WebhookScenario = {
  shape: 'v3',
  copies: 1,
  delayMs: 0,
  drop: false,
  wrongHash: false,
  outOfOrder: false,
};

export const PLAIN_SCENARIO: SandboxScenario = {
  refund: 'completed',
  next: null,
  delayMs: null,
  webhook: PLAIN_WEBHOOK,
  api: null,
};

/** One line of the data file: the whole new state of one thing, so that the last line about it wins. */
export type SandboxRecord =
  | { kind: 'session'; value: SandboxSession }
  | { kind: 'transaction'; value: SandboxTransaction }
  | { kind: 'reversal'; value: SandboxReversal }
  | { kind: 'settlement'; value: SandboxSettlement }
  | { kind: 'delivery'; value: SandboxDelivery }
  | { kind: 'scenario'; value: SandboxScenario }
  | { kind: 'reset' };

/** How the browser comes back. */
export type ReturnStatus = 'successful' | 'completed' | 'cancelled' | 'failed';
