import { getPushKey, subscribePush } from '#contract/endpoints.ts';
import { call } from '../../lib/api-client.ts';

/** Notifications while no page is open. Asked for only by a tap after an order. @source service-worker.md */

/** @returns whether this phone can take them and does not yet. */
export async function canOfferPush(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return false;
  }
  if (Notification.permission === 'denied') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration !== undefined && (await registration.pushManager.getSubscription()) === null;
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
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('a subscription without its keys');
  try {
    await call(subscribePush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
  } catch (error) {
    // A subscription that the server does not know would only keep the offer from coming back.
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Ends the subscription of whoever used this phone: the next shopper must not read their news. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
