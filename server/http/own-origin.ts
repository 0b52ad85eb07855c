import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHostName } from '../config/sandbox-rule.ts';

/**
 * Accepts requests whose header `Origin` is the shop's. A shop on loopback also accepts the request's own host, because
 * the same shop is opened as `localhost` or `127.0.0.1`.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const { hostname, protocol } = new URL(publicUrl);
  return isLoopbackHostName(hostname) && host !== undefined && origin === `${protocol}//${host}`;
}
