import { ECDH } from 'node:crypto';

/** The hosts of the browsers' push services: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
const HOSTS = ['fcm.googleapis.com'];
const DOMAINS = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/**
 * Accepts only the URL of a browser's push service, because a shopper could otherwise direct server requests at any
 * machine.
 * @param testOrigin setting `PUSH_TEST_SERVICE`, an origin that is accepted too.
 */
export function isPushServiceUrl(endpoint: string, testOrigin: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  if (testOrigin !== undefined && url.origin === testOrigin) return true;
  const isKnown = HOSTS.includes(url.hostname) || DOMAINS.some((domain) => url.hostname.endsWith(domain));
  // The URL parser returns an empty port for 443, so no other port is accepted.
  return url.protocol === 'https:' && url.port === '' && isKnown;
}

/** Checks the encryption keys of a subscription: a curve point and 16 random bytes (RFC 8291). */
export function areValidPushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
