import { randomBytes } from 'node:crypto';
import {
  type CardPageFormInput,
  type CardPageRedirectOrMessage,
  createCardPageTimeoutMessage,
  findSandboxTransactionIdOfSession,
  submitCardPageForm,
} from './sandbox-outcomes.ts';
import type { SandboxCheckoutSession } from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { createWebhookDeliveries } from './sandbox-webhooks.ts';

export interface SimulatedBank {
  openSession(session: NewCheckoutSession): Promise<SandboxCheckoutSession>;
  pay(sessionId: string, request: CardPageFormInput): Promise<CardPageRedirectOrMessage>;
  isExpired(session: SandboxCheckoutSession): boolean;
  /** Marks pending transactions as successful once their delay is over, and creates their webhooks. */
  succeedDue(): Promise<void>;
}

export type NewCheckoutSession = Omit<SandboxCheckoutSession, 'id' | 'tries' | 'createdAtMs' | 'state'>;

/**
 * Simulates the bank that approves or declines payments on the sandbox's card page.
 * @param now returns the shop's time, which an operator can advance to let card pages expire.
 * @source payments.md
 */
export function createSimulatedBank(store: SandboxStore, now: () => number): SimulatedBank {
  const turns = new Map<string, Promise<unknown>>();
  const succeeding = new Set<number>();
  /** Resolves when successes are written to disk. Other calls wait for it, because they would read them as pending. */
  let underWay: Promise<void> | undefined;

  // Runs the requests of one card page one after another, so that a double click pays only once.
  const inTurn = <T>(sessionId: string, work: () => Promise<T>): Promise<T> => {
    const result = (turns.get(sessionId) ?? Promise.resolve()).then(work, work);
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(sessionId) === settled) turns.delete(sessionId);
      });
    turns.set(sessionId, settled);
    return result;
  };

  const isExpired = (session: SandboxCheckoutSession) =>
    now() >= session.createdAtMs + session.sessionMinutes * 60_000;

  return {
    isExpired,
    openSession: async (fields) => {
      const session: SandboxCheckoutSession = {
        ...fields,
        id: randomBytes(10).toString('hex'),
        tries: 0,
        createdAtMs: now(),
        state: 'open',
      };
      await store.append({ kind: 'session', value: session });
      return session;
    },
    pay: (sessionId, request) =>
      inTurn(sessionId, async () => {
        await store.refresh();
        const session = store.state.sessions.get(sessionId);
        if (!session) return { kind: 'missing' };
        const transactionId = findSandboxTransactionIdOfSession(store, session);
        if (session.state === 'paid') return { kind: 'return', status: 'completed', transactionId };
        if (session.state === 'closed' || isExpired(session)) return createCardPageTimeoutMessage();
        return submitCardPageForm(store, session, request, now());
      }),
    succeedDue: async () => {
      const due = [...store.state.transactions.values()].filter(
        (one) =>
          one.status === 'pending' &&
          one.succeedsAtMs !== null &&
          one.succeedsAtMs <= now() &&
          !succeeding.has(one.id),
      );
      if (due.length === 0) return underWay;
      // Transactions are marked before they are written, so that two calls at the same time do not send two webhooks.
      for (const one of due) succeeding.add(one.id);
      const done = due.map((one) => ({
        ...one,
        status: 'successful' as const,
        succeedsAtMs: null,
        processorResponse: 'Approved',
      }));
      const written = store.append(
        ...done.map((value) => ({ kind: 'transaction' as const, value })),
        ...done.flatMap(createWebhookDeliveries),
      );
      underWay = written.catch(() => undefined);
      await written;
    },
  };
}
