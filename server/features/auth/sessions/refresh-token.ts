import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Refresh tokens: 256 bits, stored only as a hash. @source accounts.md */

export const PREDECESSOR_GRACE_MS = 30_000;

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The one successor of a token: whoever presents the same token twice is answered the same successor twice. */
export function successorOf(token: string, serverKey: Uint8Array): string {
  return createHmac('sha256', serverKey).update(token).digest('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What a browser is, whatever its version: an update in the night makes it no other. */
export function browserKind(userAgent: string | null): string {
  const withoutVersions = (userAgent ?? '').replace(/\d+([._]\d+)*/g, '');
  return createHash('sha256').update(withoutVersions).digest('base64url').slice(0, 16);
}

/** What is known of the session when one of its tokens is presented. */
export interface Presentation {
  /** Generation of the token presented. */
  generation: number;
  /** Highest generation ever presented, null for none. */
  newestPresented: number | null;
  /** When that one was first presented. */
  newestPresentedAt: Date | null;
  /** From which kind of browser the token presented came at first, null when that is not known. */
  presentedFrom: string | null;
}

/**
 * The newest token rotates. Its predecessor is answered again until the successor has been presented, and 30 s
 * longer, because a phone that slept through an answer must not be signed out. Anything older was copied, and so was
 * a token that comes again from another kind of browser.
 */
export function judgePresentation(
  seen: Presentation,
  now: Date,
  from: string,
): 'rotate' | 'repeat' | 'reused' {
  const { generation, newestPresented, newestPresentedAt, presentedFrom } = seen;
  if (presentedFrom !== null && presentedFrom !== from) return 'reused';
  if (newestPresented === null || generation > newestPresented) return 'rotate';
  if (generation === newestPresented) return 'repeat';
  const isPredecessor = generation === newestPresented - 1;
  const sinceMs = newestPresentedAt ? now.getTime() - newestPresentedAt.getTime() : Number.POSITIVE_INFINITY;
  return isPredecessor && sinceMs <= PREDECESSOR_GRACE_MS ? 'repeat' : 'reused';
}
