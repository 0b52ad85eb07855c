import type {
  SandboxDelivery,
  SandboxSession,
  SandboxSettlement,
  SandboxTransaction,
} from '../../sandbox/provider/sandbox-records.ts';
import { callShop } from './shopper.ts';

/** The sandbox of the card provider stores this; amounts are in naira. */
export interface SandboxMemory {
  sessions: SandboxSession[];
  transactions: SandboxTransaction[];
  deliveries: SandboxDelivery[];
  settlements: SandboxSettlement[];
}

/** Submits the card page without a browser. @returns the address to which the page would redirect. */
export async function pressAtCardPage(link: string, outcome: string): Promise<string | null> {
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
export async function payAtCardPage(link: string, outcome = 'success'): Promise<URL> {
  const callback = await pressAtCardPage(link, outcome);
  if (!callback) throw new Error(`the card page sent nobody back after ${outcome}`);
  const answer = await fetch(callback, { redirect: 'manual' });
  await answer.text();
  const location = answer.headers.get('location');
  if (answer.status !== 303 || !location) throw new Error(`the callback answered ${answer.status}`);
  return new URL(location, callback);
}

/** @returns the sandbox's list of sessions and transactions. */
export async function readSandbox(shopUrl: string): Promise<SandboxMemory> {
  return (await callShop<SandboxMemory>(shopUrl, 'GET', '/sandbox/transactions')).body;
}

/** Sets the sandbox's faults; `{}` means none. */
export async function setScenario(shopUrl: string, scenario: Record<string, unknown>): Promise<void> {
  const answer = await callShop(shopUrl, 'POST', '/sandbox/scenario', { body: scenario, key: null });
  if (answer.status !== 200) throw new Error(`the sandbox refused: ${JSON.stringify(answer.body)}`);
}
