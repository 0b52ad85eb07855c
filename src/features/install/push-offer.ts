import { getPushPublicKey, savePushSubscription } from '#contract/member-endpoints.ts';
import { callApi } from '../../lib/api-client.ts';
import { isResponseMissing } from '../../lib/api-errors.ts';
import { ReusedIdempotencyKey } from '../../lib/reused-idempotency-key.ts';
import { readBrowserStorage, removeFromBrowserStorage, writeBrowserStorage } from '../../lib/storage.ts';

/** Manages push notifications; a tap after an order requests the permission. @source offline.md section 10 */

/** @returns whether this phone supports push and has no subscription yet. */
export async function canOfferPush(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return false;
  }
  if (Notification.permission === 'denied') return false;
  // After cleared storage the service worker is registered again, later than the page.
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription()) === null;
}

/** True when the permission was granted earlier: the browser does not ask again. */
export function isPushPermissionGranted(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

/** The stored value is the subscription endpoint that the server knows for this phone. */
const TOLD_KEY = 'pushEndpoint';

/** Sends the subscription to the server when the browser has changed its endpoint. */
export async function renewPushSubscription(): Promise<void> {
  if (!isPushPermissionGranted()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription && subscription.endpoint !== readBrowserStorage('localStorage', TOLD_KEY))
    await saveSubscription(subscription);
}

const saveKey = new ReusedIdempotencyKey();

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys');
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  await saveKey.run(body, (idempotencyKey) => callApi(savePushSubscription, { body, idempotencyKey }));
  writeBrowserStorage('localStorage', TOLD_KEY, endpoint);
}

/**
 * Requests the permission and subscribes. Call it from a tap.
 * @returns false when the shopper declined.
 * @throws what the API client throws; without the server's key nothing is subscribed.
 */
export async function subscribeToPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await callApi(getPushPublicKey, {});
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  try {
    await saveSubscription(subscription);
  } catch (error) {
    // An unknown subscription would only hide the offer, so it is cancelled. Without a response the server may know it;
    // the next tap or start sends it again.
    if (!isResponseMissing(error)) await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Cancels the subscription at sign-out: the next shopper must not read the previous one's notifications. */
export async function unsubscribeFromPush(): Promise<void> {
  removeFromBrowserStorage('localStorage', TOLD_KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
