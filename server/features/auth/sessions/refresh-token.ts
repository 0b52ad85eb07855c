import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A refresh token has 256 random bits and is stored only as a hash. @source accounts.md */

export const PREVIOUS_REFRESH_TOKEN_GRACE_MS = 30_000;

export function createRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the token that replaces a refresh token. Deriving it twice gives the same token, so that a lost reply signs
 * nobody out.
 */
export function deriveNextRefreshToken(token: string, serverKey: Uint8Array): string {
  return createHmac('sha256', serverKey).update(token).digest('base64url');
}

export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** @returns a hash of the browser's name without versions, so that an update does not look like another browser. */
export function hashBrowserFamily(userAgent: string | null): string {
  const withoutVersions = (userAgent ?? '').replace(/\d+([._]\d+)*/g, '');
  return createHash('sha256').update(withoutVersions).digest('base64url').slice(0, 16);
}

export interface PresentedRefreshToken {
  generation: number;
  /** The highest `generation` among the session's tokens that its browser has sent; null: it has sent none yet. */
  newestPresented: number | null;
  newestPresentedAt: Date | null;
  /** Hash of the browser that first sent this token; null: unknown. */
  presentedFrom: string | null;
}

/**
 * Decides whether a refresh token is accepted. The previous token is accepted for 30 s after its successor's first
 * use, because a reply may be lost; an older token counts as copied.
 */
export function classifyRefreshTokenUse(
  seen: PresentedRefreshToken,
  now: Date,
  from: string,
): 'rotate' | 'repeat' | 'reused' {
  const { generation, newestPresented, newestPresentedAt, presentedFrom } = seen;
  if (presentedFrom !== null && presentedFrom !== from) return 'reused';
  if (newestPresented === null || generation > newestPresented) return 'rotate';
  if (generation === newestPresented) return 'repeat';
  const isPredecessor = generation === newestPresented - 1;
  const sinceMs = newestPresentedAt ? now.getTime() - newestPresentedAt.getTime() : Number.POSITIVE_INFINITY;
  return isPredecessor && sinceMs <= PREVIOUS_REFRESH_TOKEN_GRACE_MS ? 'repeat' : 'reused';
}
