import { parseReferralCode } from '#contract/rules/group/group-invitation.ts';
import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';

/**
 * Stores the newest valid referral code in an address (`ref`) until the registration, 30 days at most. @source
 * offline.md section 2
 */

const REFERRAL_CODE_KEPT_MS = 30 * 24 * 60 * 60_000;
const KEY = 'refCode';
interface StoredCode {
  code: string;
  storedAtMs: number;
}

/**
 * Stores the `ref` of the URL and removes it there. If storing fails, `ref` stays, so that the registration finds it.
 */
export function storeReferralCodeFromUrl(nowMs: number): void {
  const url = new URL(location.href);
  const code = parseReferralCode(url.searchParams.get('ref'));
  if (!code) return;
  if (!writeBrowserStorage('localStorage', KEY, JSON.stringify({ code, storedAtMs: nowMs }))) return;
  url.searchParams.delete('ref');
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`);
}

/** @returns the stored referral code; empty when there is none or it is older than 30 days. */
export function readStoredReferralCode(nowMs: number): string {
  const stored = readJsonFromBrowserStorage('localStorage', KEY) as Partial<StoredCode> | null;
  const ageMs = nowMs - Number(stored?.storedAtMs);
  return typeof stored?.code === 'string' && ageMs >= 0 && ageMs < REFERRAL_CODE_KEPT_MS ? stored.code : '';
}

export function deleteStoredReferralCode(): void {
  removeFromBrowserStorage('localStorage', KEY);
}
