import { getPushPublicKey, savePushSubscription } from '#contract/member-endpoints.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isResponseMissing } from '../../lib/api/api-errors.ts';
import { IdempotentRequestSender } from '../../lib/api/idempotent-request-sender.ts';
import {
  readBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';

/**
 * Manages push notifications of this phone. Browsers ask for the permission only after a tap. @source offline.md
 * section 10
 */

export async function canOfferPush(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return false;
  }
  if (Notification.permission === 'denied') return false;
  // This waits until a service worker is active. It is registered again after the site's data was cleared.
  const registration = await navigator.serviceWorker.ready;
  return (await registration.pushManager.getSubscription()) === null;
}

/** True when the shopper granted the permission earlier, so that the browser does not ask again. */
export function isPushPermissionGranted(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted';
}

/** Storage key of the push address that the server knows for this phone. */
const TOLD_KEY = 'pushEndpoint';

/** Sends the push subscription to the server if the browser has given it a new address. */
export async function sendChangedPushSubscription(): Promise<void> {
  if (!isPushPermissionGranted()) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription && subscription.endpoint !== readBrowserStorage('localStorage', TOLD_KEY))
    await saveSubscription(subscription);
}

const saveKey = new IdempotentRequestSender();

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys');
  const body = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  await saveKey.run(body, (idempotencyKey) => callApi(savePushSubscription, { body, idempotencyKey }));
  writeBrowserStorage('localStorage', TOLD_KEY, endpoint);
}

/**
 * Asks for the permission and subscribes. The browser allows this only during a tap.
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
    // If the server refuses the subscription, it is cancelled in the browser, so that push is offered again.
    if (!isResponseMissing(error)) await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Ends the subscription at sign-out, because the next shopper must not read the former one's notifications. */
export async function unsubscribeFromPush(): Promise<void> {
  removeFromBrowserStorage('localStorage', TOLD_KEY);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
