import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deleteStoredReferralCode,
  readStoredReferralCode,
  storeReferralCodeFromUrl,
} from './referral-code.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = 1_700_000_000_000;

function open(address: string): void {
  history.replaceState(null, '', address);
  storeReferralCodeFromUrl(NOW);
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('a code in any address is kept for 30 days and taken out of the address', () => {
  open('/product/rice?ref=ADA12345&source=chat');
  expect(location.search).toBe('?source=chat');
  expect(readStoredReferralCode(NOW + 30 * DAY_MS - 1)).toBe('ADA12345');
  expect(readStoredReferralCode(NOW + 30 * DAY_MS)).toBe('');
});

test('what a paste leaves at the end of a link is not of the code', () => {
  for (const tail of ['\u200b', '.', '\u2069,', ' ', '_']) {
    localStorage.clear();
    open(`/?ref=${encodeURIComponent(`ADA12345${tail}`)}`);
    expect(readStoredReferralCode(NOW)).toBe('ADA12345');
    expect(location.search).toBe('');
  }
});

test('the newest code wins', () => {
  open('/?ref=ADA12345');
  open('/?ref=BOLA1234');
  expect(readStoredReferralCode(NOW)).toBe('BOLA1234');
});

test('what is no code is not kept, and stays in the address that prefills it', () => {
  open('/register?ref=ADA');
  expect(readStoredReferralCode(NOW)).toBe('');
  expect(location.search).toBe('?ref=ADA');
});

test('a phone that keeps nothing leaves the code in the address', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  open('/register?ref=ADA12345');
  expect(location.search).toBe('?ref=ADA12345');
});

test('a phone clock that was set back does not keep a code for ever', () => {
  open('/?ref=ADA12345');
  expect(readStoredReferralCode(NOW - 1)).toBe('');
});

test('after the sign-up it is gone', () => {
  open('/?ref=ADA12345');
  deleteStoredReferralCode();
  expect(readStoredReferralCode(NOW)).toBe('');
});
