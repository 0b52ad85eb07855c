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

/** What is known of the session when one of its tokens is presented. */
export interface Presentation {
  /** Generation of the token presented. */
  generation: number;
  /** Highest generation ever presented, null for none. */
  newestPresented: number | null;
  /** When that one was first presented. */
  newestPresentedAt: Date | null;
}

/**
 * The newest token rotates. Its predecessor is answered again until the successor has been presented, and 30 s
 * longer, because a phone that slept through an answer must not be signed out. Anything older was copied.
 */
export function judgePresentation(seen: Presentation, now: Date): 'rotate' | 'repeat' | 'reused' {
  const { generation, newestPresented, newestPresentedAt } = seen;
  if (newestPresented === null || generation > newestPresented) return 'rotate';
  if (generation === newestPresented) return 'repeat';
  const isPredecessor = generation === newestPresented - 1;
  const sinceMs = newestPresentedAt ? now.getTime() - newestPresentedAt.getTime() : Number.POSITIVE_INFINITY;
  return isPredecessor && sinceMs <= PREDECESSOR_GRACE_MS ? 'repeat' : 'reused';
}
