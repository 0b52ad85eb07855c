import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/sandbox-rule.ts';

/** Trusts the browser's Origin. On loopback it may be another loopback name than PUBLIC_URL. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl) return true;
  const { hostname, protocol } = new URL(publicUrl);
  return isLoopback(hostname) && host !== undefined && origin === `${protocol}//${host}`;
}
