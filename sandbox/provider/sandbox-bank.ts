import { randomBytes } from 'node:crypto';
import {
  applyPayRequest,
  type PayRequest,
  type PayResult,
  paidTransactionId,
  timedOutResult,
} from './sandbox-outcomes.ts';
import type { SandboxSession } from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { webhooksOf } from './sandbox-webhooks.ts';

export interface SandboxBank {
  openSession(session: NewSession): Promise<SandboxSession>;
  pay(sessionId: string, request: PayRequest): Promise<PayResult>;
  isExpired(session: SandboxSession): boolean;
  /** Completes due pending transactions and creates their webhooks. */
  succeedDue(): Promise<void>;
}

export type NewSession = Omit<SandboxSession, 'id' | 'tries' | 'createdAtMs' | 'state'>;

/**
 * Simulates the bank: sessions, payment attempts and their results.
 * @param now the shop's clock, so that card sessions expire when the operator moves it.
 * @source payments.md
 */
export function createSandboxBank(store: SandboxStore, now: () => number): SandboxBank {
  const turns = new Map<string, Promise<unknown>>();
  const succeeding = new Set<number>();
  /** Concurrent reads wait for this promise; otherwise they would still see a pending transaction. */
  let underWay: Promise<void> | undefined;

  // Requests of one session run one by one, so that a double click pays once, as on the real card page.
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

  const isExpired = (session: SandboxSession) =>
    now() >= session.createdAtMs + session.sessionMinutes * 60_000;

  return {
    isExpired,
    openSession: async (fields) => {
      const session: SandboxSession = {
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
        if (session.state === 'paid')
          return { kind: 'return', status: 'completed', transactionId: paidTransactionId(store, session) };
        if (session.state === 'closed' || isExpired(session)) return timedOutResult();
        return applyPayRequest(store, session, request, now());
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
      // Prevents two concurrent reads from sending two webhooks.
      for (const one of due) succeeding.add(one.id);
      const done = due.map((one) => ({
        ...one,
        status: 'successful' as const,
        succeedsAtMs: null,
        processorResponse: 'Approved',
      }));
      const written = store.append(
        ...done.map((value) => ({ kind: 'transaction' as const, value })),
        ...done.flatMap(webhooksOf),
      );
      underWay = written.catch(() => undefined);
      await written;
    },
  };
}
