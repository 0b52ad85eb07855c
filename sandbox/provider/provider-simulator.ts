import type { FastifyInstance } from 'fastify';
import type { SimulatedBank } from './sandbox-bank.ts';
import type {
  SandboxCheckoutSession,
  SandboxReturnStatus,
  SandboxReversal,
  SandboxTransaction,
  SandboxWebhookDelivery,
} from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';

/** Simulates what differs between card providers: API and webhooks. Bank, card page and faults are shared by all. */
export interface ProviderSimulator {
  /** Mounts the part of the provider's API that the shop uses. */
  mountApi(app: FastifyInstance, api: SimulatedApiDeps): void;
  /** Builds a webhook. With `isForged` it is signed without the secret, as a stranger's webhook would be. */
  webhook(
    transaction: SandboxTransaction,
    session: SandboxCheckoutSession | undefined,
    options: { shape: SandboxWebhookDelivery['shape']; isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  reversalWebhook(
    reversal: SandboxReversal,
    transaction: SandboxTransaction,
    options: { isForged: boolean },
  ): { headers: Record<string, string>; body: string };
  /** Builds the redirect to the shop. Its status is only a hint, which the shop never trusts. */
  returnUrl(session: SandboxCheckoutSession, status: SandboxReturnStatus, transactionId?: number): string;
}

export interface SimulatedApiDeps {
  store: SandboxStore;
  bank: SimulatedBank;
  /** @returns the address of a session's card page. */
  pageOf(sessionId: string): string;
  now: () => number;
  onWebhook: () => void;
}

export const CARD_PAGE_PATH_PATTERN = '/v3/hosted/pay/:id';

export function buildCardPagePath(sessionId: string): string {
  return CARD_PAGE_PATH_PATTERN.replace(':id', sessionId);
}
