import { getPushKey, subscribePush } from '#contract/member-endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { isUnanswered } from '../../lib/api-errors.ts';
import { IntentKey } from '../../lib/intent-key.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/** Notifications while no page is open. Asked for only by a tap after an order. @source offline.md section 10 */

/** @returns whether this phone can take them and does not yet. */
export async function canOfferPush(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return false;
  }
  if (Notification.permission === 'denied') return false;
  // On a phone that lost its storage the worker comes anew, after the page.
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription()) === null;
}

/** Whether this phone was told yes before: the browser asks nobody again, and what was lost may be offered again. */
export function wasPushAllowed(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

/** The address of the subscription that the server has of this phone. */
const TOLD_KEY = 'pushEndpoint';

/** Tells the server where this phone is reached now, where the browser has changed that. */
export async function renewPush(): Promise<void> {
  if (!wasPushAllowed()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription && subscription.endpoint !== readStored('localStorage', TOLD_KEY))
    await tell(subscription);
}

const telling = new IntentKey();

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys');
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  await telling.run(body, (idempotencyKey) => call(subscribePush, { body, idempotencyKey }));
  writeStored('localStorage', TOLD_KEY, endpoint);
}

/**
 * Asks the shopper and subscribes. Call from a tap.
 *
 * @returns false when the shopper said no.
 * @throws what the API client throws; without a key of the server nothing is subscribed.
 */
export async function turnPushOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await call(getPushKey, {});
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  try {
    await tell(subscription);
  } catch (error) {
    // A subscription that the server does not know would only keep the offer from coming back. Without an answer it
    // may know it: the next tap, or the next start, tells it again.
    if (!isUnanswered(error)) await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Ends the subscription of whoever used this phone: the next shopper must not read their news. */
export async function turnPushOff(): Promise<void> {
  removeStored('localStorage', TOLD_KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
