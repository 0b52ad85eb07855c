import type { ProviderSimulator } from './provider-simulator.ts';
import type { SimulatedBank } from './sandbox-bank.ts';
import type { SandboxWebhookDelivery } from './sandbox-records.ts';
import type { SandboxStore } from './sandbox-store.ts';

export interface WebhookSenderOptions {
  store: SandboxStore;
  bank: SimulatedBank;
  /** The shop's webhook address; a function, because the port may be chosen later. */
  webhookUrl: () => string;
  simulator: ProviderSimulator;
  /** Factor by which the 30 minutes between two attempts to send a webhook are shortened. */
  speed: number;
}

export interface WebhookSender {
  start(): void;
  /** Sends due webhooks now, without waiting for the next check. */
  wake(): void;
  /** Stops sending and waits for running requests. */
  stop(): Promise<void>;
}

const TICK_MS = 400;
const RETRY_GAP_MS = 30 * 60_000;
const MAX_TRIES = 4;
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_AT_ONCE = 8;

/** Delivers webhooks as providers do: up to three retries, 30 minutes apart, until the shop answers 200. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, bank } = options;
  const onTheirWay = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const look = async () => {
    await store.refresh();
    await bank.succeedDue();
    for (const delivery of store.state.deliveries.values()) {
      if (onTheirWay.size >= MAX_AT_ONCE || stopped.signal.aborted) return;
      if (delivery.state !== 'due' || delivery.dueAtMs > Date.now() || onTheirWay.has(delivery.id)) continue;
      const sending = deliver(delivery).finally(() => onTheirWay.delete(delivery.id));
      onTheirWay.set(delivery.id, sending);
    }
  };

  const deliver = async (delivery: SandboxWebhookDelivery) => {
    const lastAnswer = await send(delivery);
    // When the server stops during the request, the webhook stays due, and the next start sends it again.
    if (stopped.signal.aborted && lastAnswer !== 200) return;
    const tries = delivery.tries + 1;
    const isDone = lastAnswer === 200;
    const state = isDone ? 'delivered' : tries >= MAX_TRIES ? 'given_up' : 'due';
    const dueAtMs = state === 'due' ? Date.now() + RETRY_GAP_MS / options.speed : delivery.dueAtMs;
    await store.append({ kind: 'delivery', value: { ...delivery, tries, state, dueAtMs, lastAnswer } });
  };

  const send = async (delivery: SandboxWebhookDelivery): Promise<number | null> => {
    const transaction = store.state.transactions.get(delivery.transactionId);
    if (!transaction) return 200;
    const session = store.state.sessions.get(transaction.sessionId);
    const reported = { ...transaction, status: delivery.status };
    const [isForged, shape] = [delivery.wrongHash, delivery.shape];
    const reversal = store.state.reversals.get(delivery.reversal ?? '');
    const webhook = reversal
      ? options.simulator.reversalWebhook(reversal, transaction, { isForged })
      : options.simulator.webhook(reported, session, { shape, isForged });
    return post(options.webhookUrl(), webhook, stopped.signal);
  };

  const wake = () => {
    if (looking || stopped.signal.aborted || !timer) return;
    looking = look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };

  return {
    start: () => {
      timer ??= setInterval(wake, TICK_MS);
      timer.unref();
      wake();
    },
    wake,
    stop: async () => {
      stopped.abort();
      clearInterval(timer);
      await looking;
      await Promise.all(onTheirWay.values());
    },
  };
}

/** @returns the response's status; null without a response. */
async function post(
  url: string,
  { headers, body }: ReturnType<ProviderSimulator['webhook']>,
  stopped: AbortSignal,
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), stopped]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
