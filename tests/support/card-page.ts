import type {
  SandboxCheckoutSession,
  SandboxPayout,
  SandboxTransaction,
  SandboxWebhookDelivery,
} from '../../sandbox/provider/sandbox-records.ts';
import { callShopApi } from './shopper.ts';

/** The sandbox of the card provider stores this; amounts are in naira. */
export interface SandboxProviderState {
  sessions: SandboxCheckoutSession[];
  transactions: SandboxTransaction[];
  deliveries: SandboxWebhookDelivery[];
  settlements: SandboxPayout[];
}

/** Submits the card page without a browser. @returns the address to which the page would redirect. */
export async function submitCardPage(link: string, outcome: string): Promise<string | null> {
  const answer = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
  await answer.text();
  return answer.headers.get('location');
}

/**
 * Pays at the card page and follows the redirect through the shop's callback.
 *
 * @returns the final address, with the payment's status in its query.
 */
export async function payAtSandboxCardPage(link: string, outcome = 'success'): Promise<URL> {
  const callback = await submitCardPage(link, outcome);
  if (!callback) throw new Error(`the card page sent nobody back after ${outcome}`);
  const answer = await fetch(callback, { redirect: 'manual' });
  await answer.text();
  const location = answer.headers.get('location');
  if (answer.status !== 303 || !location) throw new Error(`the callback answered ${answer.status}`);
  return new URL(location, callback);
}

/** @returns the sandbox's list of sessions and transactions. */
export async function readSandboxProviderState(shopUrl: string): Promise<SandboxProviderState> {
  return (await callShopApi<SandboxProviderState>(shopUrl, 'GET', '/sandbox/transactions')).body;
}

/** Sets the sandbox's faults; `{}` means none. */
export async function setSandboxScenario(shopUrl: string, scenario: Record<string, unknown>): Promise<void> {
  const answer = await callShopApi(shopUrl, 'POST', '/sandbox/scenario', { body: scenario, key: null });
  if (answer.status !== 200) throw new Error(`the sandbox refused: ${JSON.stringify(answer.body)}`);
}
