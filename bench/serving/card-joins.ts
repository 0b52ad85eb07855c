import { join } from 'node:path';
import { submitCardPage } from '../../tests/support/card-page.ts';
import {
  SANDBOX_TEST_API_KEY,
  SANDBOX_TEST_WEBHOOK_HASH,
  startStandaloneSandbox,
} from '../../tests/support/sandbox-alone.ts';
import type { LoadTestRequestSender } from './load.ts';
import type { StartCardJoin } from './workloads.ts';

/** Starts a sandbox card provider without webhooks in this process. @returns the shop's settings for it. */
export async function startSandboxCardProvider(dataFolder: string) {
  const sandbox = await startStandaloneSandbox(join(dataFolder, 'card-provider.jsonl'));
  return {
    env: {
      FLW_BASE_URL: sandbox.url,
      FLW_SECRET_KEY: SANDBOX_TEST_API_KEY,
      FLW_SECRET_HASH: SANDBOX_TEST_WEBHOOK_HASH,
    },
    close: sandbox.stop,
  };
}

export interface CardPaidGroupJoinRates {
  /** Complete joins per second: the requests of the checkout, and the browser's return, which settles the payment. */
  perSecond: number;
  /** Returns from the card page per second. At each return the shop queries the provider and settles the payment. */
  returnsPerSecond: number;
}

/**
 * Measures joins of one group that are paid by card. The time on the provider's card page is not measured.
 * @throws when a redirect back does not end in an order.
 */
export async function measureCardPaidGroupJoins(
  send: LoadTestRequestSender,
  starts: readonly StartCardJoin[],
  seconds: number,
): Promise<CardPaidGroupJoinRates> {
  let [joins, beganMs, returnedMs] = [0, 0, 0];
  while (beganMs + returnedMs < seconds * 1000) {
    const began = await timed(Promise.all(starts.map((start) => start())));
    const returns = await Promise.all(began.value.map((link) => submitCardPage(link, 'success')));
    const returned = await timed(Promise.all(returns.map((address) => comeBack(send, address))));
    joins += starts.length;
    beganMs += began.ms;
    returnedMs += returned.ms;
  }
  return {
    perSecond: (joins * 1000) / (beganMs + returnedMs),
    returnsPerSecond: (joins * 1000) / returnedMs,
  };
}

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const beganAt = performance.now();
  const value = await work;
  return { value, ms: performance.now() - beganAt };
}

async function comeBack(send: LoadTestRequestSender, address: string | null): Promise<void> {
  const { pathname, search } = new URL(address ?? '');
  const sentTo = await send({ method: 'GET', path: pathname + search, answer: 'location' });
  if (!sentTo.includes('success=true')) throw new Error(`a card join ended at ${sentTo}`);
}
