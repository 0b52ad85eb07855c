import type { FastifyInstance } from 'fastify';
import type { ReversalKind } from '../../server/provider/provider.ts';
import { isRecord } from '../../server/provider/untrusted.ts';
import {
  changeSandboxReversalStatus,
  createSandboxPayout,
  createSandboxReversal,
} from './sandbox-reversals.ts';
import type { SandboxStore } from './sandbox-store.ts';

export interface ProviderDashboardRoutesOptions {
  store: SandboxStore;
  now: () => number;
  onWebhook: () => void;
}

/** Simulates actions in the provider's dashboard: refunds, chargebacks and payouts. */
export function providerDashboardRoutes(
  app: FastifyInstance,
  { store, now, onWebhook }: ProviderDashboardRoutesOptions,
): void {
  for (const kind of ['refund', 'chargeback'] as const) {
    app.post(`/sandbox/${kind}`, async ({ body }, reply) => {
      const records = reversalRecords(kind, body);
      if (typeof records === 'string') return reply.code(400).send({ success: false, message: records });
      await store.append(...records);
      onWebhook();
      return { success: true, [kind]: records[0]?.value };
    });
  }

  app.post('/sandbox/settlement', async () => {
    const settlement = createSandboxPayout(store, now());
    await store.append({ kind: 'settlement', value: settlement });
    return { success: true, settlement };
  });

  /** `{transactionId, amount?, status?}` creates a reversal, `{id, status}` updates its status. */
  const reversalRecords = (kind: ReversalKind, body: unknown) => {
    if (!isRecord(body)) return 'A JSON object is expected';
    const { id, transactionId, amount, status } = body;
    return id === undefined
      ? createSandboxReversal(store, {
          kind,
          transactionId,
          amount,
          status,
          comments: 'at the dashboard',
          nowMs: now(),
        })
      : changeSandboxReversalStatus(store, { kind, id, status });
  };
}
