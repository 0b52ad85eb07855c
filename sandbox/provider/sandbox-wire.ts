import type { FastifyInstance } from 'fastify';
import type { SandboxBank } from './sandbox-bank.ts';
import type {
  ReturnStatus,
  SandboxDelivery,
  SandboxReversal,
  SandboxSession,
  SandboxTransaction,
} from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';

/** What the sandbox says in the name of one provider. The bank, its page and its scenarios are the same for all. */
export interface SandboxWire {
  /** The provider's API, as far as the shop uses it, with its bodies and its errors. */
  mountApi(app: FastifyInstance, api: SandboxApi): void;
  /** One webhook. `isForged`: signed by somebody who does not know the secret. */
  webhook(
    transaction: SandboxTransaction,
    session: SandboxSession | undefined,
    options: { shape: SandboxDelivery['shape']; isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  /** One webhook about money that goes back to a card. */
  reversalWebhook(
    reversal: SandboxReversal,
    transaction: SandboxTransaction,
    options: { isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  /** Where the browser goes back to, with the flags that the shop never believes. */
  returnUrl(session: SandboxSession, status: ReturnStatus, transactionId?: number): string;
}

export interface SandboxApi {
  store: SandboxStore;
  bank: SandboxBank;
  /** @returns the address of a session's card page, as browsers reach it. */
  pageOf(sessionId: string): string;
  now: () => number;
  onWebhook: () => void;
}

/** As a router matches it. */
export const CARD_PAGE = '/v3/hosted/pay/:id';

export function cardPagePath(sessionId: string): string {
  return CARD_PAGE.replace(':id', sessionId);
}
