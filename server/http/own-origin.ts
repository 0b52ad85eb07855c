import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHostName } from '../config/sandbox-rule.ts';

/** Accepts requests whose header `Origin` is the shop's, or on loopback the request's own host. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const { hostname, protocol } = new URL(publicUrl);
  return isLoopbackHostName(hostname) && host !== undefined && origin === `${protocol}//${host}`;
}
