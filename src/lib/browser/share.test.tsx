import { afterEach, expect, test, vi } from 'vitest';
import {
  addReferralCodeToLink,
  buildInvitationLink,
  buildWhatsAppShareLink,
  getOwnReferralCode,
  shareOrCopyLink,
} from './share.ts';

afterEach(() => vi.unstubAllGlobals());

test('the code is put into the link only if both exist', () => {
  expect(addReferralCodeToLink('https://shop.example/product/rice', 'ADA12345')).toBe(
    'https://shop.example/product/rice?ref=ADA12345',
  );
  expect(addReferralCodeToLink('https://shop.example/product/rice', '')).toBe(
    'https://shop.example/product/rice',
  );
  expect(addReferralCodeToLink('', 'ADA12345')).toBe('');
});

test('a link to a group has code and group, for a visitor the group alone', () => {
  const group = { slug: 'rice', groupId: 'g1', productLink: 'https://shop.example/product/rice' };
  expect(buildInvitationLink(group, 'ADA12345')).toBe(
    'https://shop.example/product/rice?ref=ADA12345&group=g1',
  );
  expect(buildInvitationLink(group, '')).toBe('https://shop.example/product/rice?group=g1');
  expect(buildInvitationLink({ slug: 'rice', groupId: null }, '')).toBe(`${location.origin}/product/rice`);
});

test('WhatsApp gets the text, or the msg of the link', () => {
  const text = (link: string) => new URL(buildWhatsAppShareLink('Join us', link)).searchParams.get('text');
  expect(text('https://shop.example/p')).toBe('Join us https://shop.example/p');
  expect(text('https://shop.example/p?msg=Come%21')).toBe('Come! https://shop.example/p?msg=Come%21');
});

test.each([
  [{ referralCode: 'A', referral_code: 'B', code: 'C' }, 'A'],
  [{ referral_code: 'B', code: 'C' }, 'B'],
  [{ code: 'C' }, 'C'],
  [{}, ''],
])('the profile %j has the code %j', (profile, code) => {
  expect(getOwnReferralCode({ status: 'member', token: 't', user: profile as never })).toBe(code);
});

test('the phone’s sheet gets title, text and link', async () => {
  const shared: unknown[] = [];
  vi.stubGlobal('navigator', { share: async (data: unknown) => void shared.push(data) });
  expect(await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p')).toBe('shared');
  expect(shared).toEqual([{ title: 'Rice', text: 'Join us', url: 'https://shop.example/p' }]);
});

test('a msg in the link replaces the text', async () => {
  const shared: { text?: string }[] = [];
  vi.stubGlobal('navigator', { share: async (data: { text?: string }) => void shared.push(data) });
  await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p?msg=Come%20and%20save');
  expect(shared[0]?.text).toBe('Come and save');
});

test('without a sheet text and link are copied', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  expect(await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p')).toBe('copied');
  expect(copied).toEqual(['Join us https://shop.example/p']);
});

test('closing the sheet is no failure', async () => {
  vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', 'AbortError')) });
  expect(await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p')).toBe('cancelled');
});

test.each([
  ['is busy', () => Promise.reject(new DOMException('', 'InvalidStateError'))],
  ['is forbidden', () => Promise.reject(new DOMException('', 'NotAllowedError'))],
  ['is broken', () => Promise.reject(new Error('refused'))],
  [
    'takes no such data',
    () => {
      throw new TypeError('no');
    },
  ],
])('a sheet that %s gives way to copying, and a copy that fails is announced', async (_, sheet) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  vi.stubGlobal('navigator', { share: sheet, clipboard });
  expect(await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p')).toBe('copied');
  expect(copied).toEqual(['Join us https://shop.example/p']);
  vi.stubGlobal('navigator', { share: sheet });
  expect(await shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p')).toBe('failed');
  expect(warn).toHaveBeenCalledTimes(3);
  warn.mockRestore();
});

test.each([
  ['sees the page again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['comes back to the window', () => dispatchEvent(new Event('focus'))],
  ['touches the page', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('a sheet that never answers is over once the shopper %s', async (_, back) => {
  vi.stubGlobal('navigator', { share: () => new Promise(() => {}) });
  let result: string | null = null;
  const shared = shareOrCopyLink('Rice', 'Join us', 'https://shop.example/p').then((how) => {
    result = how;
  });
  await Promise.resolve();
  expect(result).toBeNull();
  back();
  await shared;
  expect(result).toBe('shared');
});
