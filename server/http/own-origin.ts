import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/sandbox-rule.ts';

/**
 * Whether a browser says that one of our own pages sends this.
 *
 * On loopback the page may have been opened under another loopback name than PUBLIC_URL says.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const { hostname, protocol } = new URL(publicUrl);
  return isLoopback(hostname) && host !== undefined && origin === `${protocol}//${host}`;
}
