import { randomUUID } from 'node:crypto';
import type { SandboxDelivery, SandboxRecord, SandboxTransaction } from './sandbox-records.ts';

/** The webhooks that a transaction's present status causes; none while it is pending. */
export function webhooksOf(transaction: SandboxTransaction): SandboxRecord[] {
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

function deliveryOf(
  transaction: SandboxTransaction,
  status: SandboxTransaction['status'],
  delayMs: number,
): SandboxRecord {
  const value: SandboxDelivery = {
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
