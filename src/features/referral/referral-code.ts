import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * The code of the friend who sent this visitor: any address with a valid `ref` stores it, the newest wins,
 * the registration takes it, 30 days are its life. @source offline.md section 2
 */

const REFERRAL_CODE_KEPT_MS = 30 * 24 * 60 * 60_000;
const KEY = 'refCode';
/** A link that was pasted may end with an invisible character, or with the stop of its sentence. */
const PATTERN = /^[^\w-]*([\w-]{4,32})[^\w-]*$/;

/**
 * Stores a valid `ref` of the address and takes it out of the address bar, so that it is not shared on. One that
 * could not be stored stays: the registration still reads it there.
 */
export function captureReferralCode(nowMs: number): void {
  const url = new URL(location.href);
  const code = PATTERN.exec(url.searchParams.get('ref') ?? '')?.[1];
  if (!code) return;
  if (!writeStored('localStorage', KEY, JSON.stringify({ code, storedAtMs: nowMs }))) return;
  url.searchParams.delete('ref');
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`);
}

/** @returns the kept code, or empty when there is none or it is older than 30 days. */
export function keptReferralCode(nowMs: number): string {
  try {
    const kept = JSON.parse(readStored('localStorage', KEY) ?? 'null');
    const ageMs = nowMs - kept.storedAtMs;
    if (typeof kept.code === 'string' && ageMs >= 0 && ageMs < REFERRAL_CODE_KEPT_MS) return kept.code;
  } catch {
    // Unreadable: as if there were none.
  }
  return '';
}

/** After the sign-up that used it. */
export function forgetReferralCode(): void {
  removeStored('localStorage', KEY);
}
