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

/** Simulates the API of one provider; bank, card page and scenarios are the same for all providers. */
export interface SandboxWire {
  /** Mounts the part of the provider's API that the shop uses. */
  mountApi(app: FastifyInstance, api: SandboxApi): void;
  /** Builds a webhook. `isForged`: signed without the secret. */
  webhook(
    transaction: SandboxTransaction,
    session: SandboxSession | undefined,
    options: { shape: SandboxDelivery['shape']; isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  reversalWebhook(
    reversal: SandboxReversal,
    transaction: SandboxTransaction,
    options: { isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  /** Builds the redirect to the shop. Its status is only a hint, which the shop never trusts. */
  returnUrl(session: SandboxSession, status: ReturnStatus, transactionId?: number): string;
}

export interface SandboxApi {
  store: SandboxStore;
  bank: SandboxBank;
  /** @returns a session's card page address for browsers. */
  pageOf(sessionId: string): string;
  now: () => number;
  onWebhook: () => void;
}

export const CARD_PAGE = '/v3/hosted/pay/:id';

export function cardPagePath(sessionId: string): string {
  return CARD_PAGE.replace(':id', sessionId);
}
