import { createECDH, randomBytes } from 'node:crypto';

/** Creates the keys of a push subscription, as a browser does. */
export function createPushSubscriptionKeys(): { p256dh: string; auth: string } {
  const curve = createECDH('prime256v1');
  return { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
}
