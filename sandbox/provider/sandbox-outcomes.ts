import { randomBytes, randomInt } from 'node:crypto';
import type {
  SandboxCheckoutSession,
  SandboxFileLine,
  SandboxPaymentOutcome,
  SandboxReturnStatus,
  SandboxTransaction,
  WebhookScenario,
} from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { createWebhookDeliveries } from './sandbox-webhooks.ts';

/** What the card page does after the form was submitted: it redirects to the shop, or shows a message. */
export type CardPageRedirectOrMessage =
  | { kind: 'return'; status: SandboxReturnStatus; transactionId?: number | undefined }
  | { kind: 'stay'; tone: 'error' | 'success'; message: string }
  | { kind: 'missing' };

export interface CardPageFormInput {
  outcome: SandboxPaymentOutcome;
  /** Milliseconds for which the payment stays pending. */
  delayMs?: number;
  card?: { first6: string; last4: string };
  /** The bank's reason for a declined payment. */
  declineReason?: string;
}

const DEFAULT_CARD = { first6: '553188', last4: '2950' };
const SLOW_MS = 10_000;
const BANK_TRANSFER_MS = 120_000;
const FEE_RATE = 0.014;

const createFailedReturn = (transactionId: number | undefined): CardPageRedirectOrMessage => ({
  kind: 'return',
  status: 'failed',
  transactionId,
});

/** Processes one form submission of the card page. The caller must run the submissions of one session one by one. */
export async function submitCardPageForm(
  store: SandboxStore,
  session: SandboxCheckoutSession,
  request: CardPageFormInput,
  nowMs: number,
): Promise<CardPageRedirectOrMessage> {
  const { scenario } = store.state;
  const isPress = request.outcome === 'success';
  const outcome = isPress && scenario.next ? scenario.next : request.outcome;
  const delayMs = request.delayMs ?? scenario.delayMs ?? undefined;
  const records: SandboxFileLine[] = [];
  if (isPress && (scenario.next || scenario.delayMs !== null)) {
    records.push({ kind: 'scenario', value: { ...scenario, next: null, delayMs: null } });
  }
  const finish = async (result: CardPageRedirectOrMessage) => {
    if (records.length > 0) await store.append(...records);
    return result;
  };
  const close = (state: SandboxCheckoutSession['state']) =>
    records.push({ kind: 'session', value: { ...session, tries: session.tries + 1, state } });
  const charge = (amount: number, change: Partial<SandboxTransaction> = {}) => {
    const transaction = newTransaction(session, amount, scenario.webhook, nowMs, request.card, change);
    records.push({ kind: 'transaction', value: transaction }, ...createWebhookDeliveries(transaction));
    return transaction.id;
  };
  const silent: WebhookScenario = { ...scenario.webhook, drop: true };

  switch (outcome) {
    case 'cancel':
      return finish({ kind: 'return', status: 'cancelled' });
    case 'leave':
      return finish(createFailedReturn(findSandboxTransactionIdOfSession(store, session)));
    case 'session_timeout':
      close('closed');
      return finish(createCardPageTimeoutMessage());
    case 'decline': {
      const reason = request.declineReason ?? 'Declined by the bank';
      const id = charge(session.amount, { status: 'failed', processorResponse: reason });
      const triesLeft = session.maxTries - session.tries - 1;
      close(triesLeft > 0 ? 'open' : 'closed');
      if (triesLeft <= 0) return finish(createFailedReturn(id));
      return finish(stay('error', `${reason}. You can try again (${triesLeft} left).`));
    }
    case 'slow':
    case 'bank_transfer': {
      const isTransfer = outcome === 'bank_transfer';
      const id = charge(session.amount, {
        status: 'pending',
        processorResponse: 'Pending',
        paymentType: isTransfer ? 'bank_transfer' : 'card',
        succeedsAtMs: nowMs + (delayMs ?? (isTransfer ? BANK_TRANSFER_MS : SLOW_MS)),
      });
      close('paid');
      return finish({ kind: 'return', status: 'completed', transactionId: id });
    }
    case 'close_tab':
      charge(session.amount);
      close('paid');
      return finish(stay('success', 'Payment received. You can close this tab now.'));
    case 'pay_twice': {
      const first = charge(session.amount);
      charge(session.amount);
      close('paid');
      return finish({ kind: 'return', status: 'successful', transactionId: first });
    }
    default: {
      const id = charge(
        paidAmount(outcome, session.amount),
        outcome === 'webhook_lost' ? { webhook: silent } : {},
      );
      close('paid');
      return finish({ kind: 'return', status: 'successful', transactionId: id });
    }
  }
}

function paidAmount(outcome: SandboxPaymentOutcome, amount: number): number {
  if (outcome === 'pay_less') return Math.max(1, Math.floor(amount / 2));
  return outcome === 'pay_more' ? amount + 500 : amount;
}

function stay(tone: 'error' | 'success', message: string): CardPageRedirectOrMessage {
  return { kind: 'stay', tone, message };
}

export function createCardPageTimeoutMessage(): CardPageRedirectOrMessage {
  return stay('error', 'This payment session has timed out. Nothing was charged.');
}

function newTransaction(
  session: SandboxCheckoutSession,
  amount: number,
  webhook: WebhookScenario,
  nowMs: number,
  card: CardPageFormInput['card'],
  change: Partial<SandboxTransaction>,
): SandboxTransaction {
  const appFee = Math.round(amount * FEE_RATE * 100) / 100;
  return {
    id: randomInt(100_000_000, 99_999_999_999),
    sessionId: session.id,
    txRef: session.txRef,
    flwRef: `FLW-MOCK-${randomBytes(16).toString('hex')}`,
    amount,
    chargedAmount: amount + appFee,
    appFee,
    currency: session.currency,
    status: 'successful',
    processorResponse: 'Approved',
    paymentType: 'card',
    card: card ?? DEFAULT_CARD,
    createdAtMs: nowMs,
    succeedsAtMs: null,
    webhook,
    ...change,
  };
}

/** Finds the successful transaction of a payment, else its newest one. */
export function findSandboxTransactionByReference(
  store: SandboxStore,
  txRef: string,
): SandboxTransaction | undefined {
  const tries = [...store.state.transactions.values()].filter((one) => one.txRef === txRef);
  return tries.find((one) => one.status === 'successful') ?? tries.at(-1);
}

export function findSandboxTransactionIdOfSession(
  store: SandboxStore,
  session: SandboxCheckoutSession,
): number | undefined {
  return findSandboxTransactionByReference(store, session.txRef)?.id;
}

const PAGE_SIZE = 20;

/** Returns one page of all transactions, newest first. Days are `YYYY-MM-DD`, both included; pages start at 1. */
export function listSandboxTransactions(store: SandboxStore, query: ListQuery): TransactionPage {
  const { from = '0000-00-00', to = '9999-99-99', txRef } = query;
  const all = [...store.state.transactions.values()].reverse().filter((one) => {
    const day = new Date(one.createdAtMs).toISOString().slice(0, 10);
    return day >= from && day <= to && (txRef === undefined || one.txRef === txRef);
  });
  const page = Math.max(1, Math.floor(query.page) || 1);
  return {
    shown: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: all.length,
    page,
    totalPages: Math.max(1, Math.ceil(all.length / PAGE_SIZE)),
  };
}

interface ListQuery {
  from?: string | undefined;
  to?: string | undefined;
  txRef?: string | undefined;
  page: number;
}

interface TransactionPage {
  shown: SandboxTransaction[];
  total: number;
  page: number;
  totalPages: number;
}
