import { ECDH } from 'node:crypto';

/** The push services of the browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
const HOSTS = ['fcm.googleapis.com'];
const DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/**
 * Whether the shop may post to this address by itself. Whoever subscribes names it, so it is one of the browsers' push
 * services or nothing: any other would let a shopper aim the server at a machine of their choice.
 *
 * @param testOrigin `PUSH_TEST_SERVICE`, on loopback only.
 */
export function isPushService(endpoint: string, testOrigin: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (testOrigin !== undefined && url.origin === testOrigin) return true;
  const isKnown = HOSTS.includes(url.hostname) || DOMAINS.some((domain) => url.hostname.endsWith(domain));
  // The port is empty when it is 443.
  return url.protocol === 'https:' && url.port === '' && isKnown;
}

/** A point on the curve and 16 random bytes, as RFC 8291 asks for. With others no message could ever be encrypted. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
