import { randomUUID } from 'node:crypto';
import type {
  SandboxFileLine,
  SandboxReversal,
  SandboxTransaction,
  SandboxWebhookDelivery,
} from './sandbox-records.ts';
import { formatSandboxReversalKey } from './sandbox-store.ts';

/** Creates the webhooks that report a transaction's status; none while it is pending. */
export function createWebhookDeliveries(transaction: SandboxTransaction): SandboxFileLine[] {
  const { webhook, status } = transaction;
  if (webhook.drop || status === 'pending') return [];
  const lateMs = webhook.outOfOrder ? 1_500 : 0;
  const records = Array.from({ length: webhook.copies }, () =>
    deliveryOf(transaction, status, webhook.delayMs + (status === 'failed' ? lateMs : 0)),
  );
  if (webhook.outOfOrder && status === 'successful') {
    records.push(deliveryOf(transaction, 'pending', webhook.delayMs + lateMs));
  }
  return records;
}

/** Creates the webhook of a refund or chargeback. It is delayed, dropped or forged as its transaction's webhook was. */
export function createReversalWebhookDelivery(
  reversal: SandboxReversal,
  transaction: SandboxTransaction,
): SandboxFileLine[] {
  if (transaction.webhook.drop) return [];
  const { value, ...record } = deliveryOf(transaction, transaction.status, transaction.webhook.delayMs);
  return [{ ...record, value: { ...value, reversal: formatSandboxReversalKey(reversal) } }];
}

function deliveryOf(
  transaction: SandboxTransaction,
  status: SandboxTransaction['status'],
  delayMs: number,
): { kind: 'delivery'; value: SandboxWebhookDelivery } {
  const value: SandboxWebhookDelivery = {
    id: randomUUID(),
    transactionId: transaction.id,
    shape: transaction.webhook.shape,
    status,
    wrongHash: transaction.webhook.wrongHash,
    tries: 0,
    dueAtMs: Date.now() + delayMs,
    state: 'due',
    lastAnswer: null,
  };
  return { kind: 'delivery', value };
}
