import { getPushPublicKey } from '#contract/member-endpoints.ts';
import { opsSetOwnPushKinds } from '#contract/ops/access-endpoints.ts';
import type { OperatorPushKind } from '#contract/schemas/ops/access.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';

/** Subscribes this browser to push messages for an operator. The shop's service worker shows them. */

const KEY = 'ops-push';
const WORKER_ADDRESS = '/sw.js';

interface Stored {
  name: string;
  kinds: OperatorPushKind[];
}

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** @returns the kinds of push messages that this operator has chosen on this device. */
export function readStoredPushKinds(name: string): OperatorPushKind[] {
  const stored = readJsonFromBrowserStorage('localStorage', KEY) as Stored | null;
  return stored?.name === name ? stored.kinds : [];
}

/** Deletes the operator's chosen kinds of push messages at sign-out, so that the next operator does not get them. */
export const clearStoredPushKinds = (): void => removeFromBrowserStorage('localStorage', KEY);

/**
 * Asks for the permission to notify, which browsers allow only during a tap, and subscribes to the chosen kinds.
 * @returns false when the permission was refused.
 */
export async function setOperatorPushKinds(name: string, kinds: OperatorPushKind[]): Promise<boolean> {
  if (kinds.length > 0 && (await Notification.requestPermission()) !== 'granted') return false;
  await send(kinds);
  if (kinds.length > 0) writeBrowserStorage('localStorage', KEY, JSON.stringify({ name, kinds }));
  else clearStoredPushKinds();
  return true;
}

/** Renews the push subscription after a sign-in, because the server ended it together with the previous session. */
export async function renewOperatorPushSubscription(name: string): Promise<void> {
  const kinds = readStoredPushKinds(name);
  if (kinds.length > 0 && isPushSupported() && Notification.permission === 'granted') await send(kinds);
}

async function send(kinds: OperatorPushKind[]): Promise<void> {
  await navigator.serviceWorker.register(WORKER_ADDRESS);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await sendApiRequest(getPushPublicKey, {});
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys');
  await sendApiRequest(opsSetOwnPushKinds, {
    body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, kinds },
  });
}
