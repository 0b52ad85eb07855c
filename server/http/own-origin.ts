import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/sandbox-rule.ts';

/**
 * True when the browser says that our own page sent the request. On loopback the page may use another loopback name
 * than PUBLIC_URL.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const { hostname, protocol } = new URL(publicUrl);
  return isLoopback(hostname) && host !== undefined && origin === `${protocol}//${host}`;
}
