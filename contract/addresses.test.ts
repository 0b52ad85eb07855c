import { describe, expect, test } from 'vitest';
import * as accountCalls from './account-endpoints.ts';
import {
  buildProductScreenPath,
  NON_SCREEN_PATH_PATTERNS,
  PURCHASE_SCREEN_PATHS,
  SERVER_ONLY_PATH_PATTERN,
  screenPathPatterns,
} from './addresses.ts';
import * as openCalls from './endpoints.ts';
import * as memberCalls from './member-endpoints.ts';

/** Checks whether the precached shell answers an address. @param address path and query, as Workbox matches them. */
const opensShell = (address: string) => !NON_SCREEN_PATH_PATTERNS.some((rule) => rule.test(address));

describe('the shell opens', () => {
  test.each([
    '/',
    '/?source=pwa',
    '/product/rice-50kg',
    '/product/rice-2.5kg',
    '/product/rice-2.5kg?ref=ABCD1234',
    '/listing/rice-50kg',
    '/about',
    '/signin',
    '/notifications-help',
    '/cart',
    '/cart?source=shortcut',
    '/cart?success=true&reference=gb-01HZX',
    '/cart?returned=true&cancelled=true&reference=gb-01HZX',
    '/cart?status=successful&tx_ref=gb-01HZX&transaction_id=12345',
    '/checkout',
    '/wallet',
    '/apiary',
    '/opsi',
    '/unknown/page.html',
    '/?next=/api/cart',
  ])('%s', (address) => {
    expect(opensShell(address)).toBe(true);
  });
});

describe('the server answers', () => {
  test.each([
    '/api',
    '/api?x=1',
    '/api/products/',
    '/api/payment/callback?status=successful&tx_ref=gb-1',
    '/api/docs/json',
    '/auth/refresh',
    '/notifications',
    '/notifications/unread-count',
    '/notifications?x=1',
    '/cart/add',
    '/cart/update-quantity',
    '/cart/remove/0b7e?variant=solo',
    '/socket.io/?EIO=4&transport=polling',
    '/assets/lib-a1b2c3.js',
    '/icons/icon-192.png',
    '/screenshots/home.png',
    '/images/rice.jpg',
    '/pictures/ab12-640.avif?retry=3',
    '/v3/hosted/pay/abc',
    '/sandbox/transactions',
    '/ops',
    '/healthz',
    '/readyz',
    '/metrics?x',
    '/manifest.webmanifest',
    '/sw.js',
    '/robots.txt',
    '/favicon.ico?v=2',
    '/ping.txt',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt?x=1',
    '/product/.env',
  ])('%s', (address) => {
    expect(opensShell(address)).toBe(false);
  });
});

const everyScreen = Object.values(screenPathPatterns).map((screen) => screen.replace(':slug', 'rice-2.5kg'));
const everyCall = Object.values({ ...accountCalls, ...openCalls, ...memberCalls }).flatMap(
  ({ path, aliases }) => [path, ...aliases],
);

test.each(everyScreen)('the screen at %s belongs to the app, alone and with a query', (address) => {
  for (const asked of [address, `${address}?ref=ABCD1234`, `${address}/`]) {
    expect(opensShell(asked)).toBe(true);
    expect(SERVER_ONLY_PATH_PATTERN.test(asked)).toBe(false);
  }
});

test.each(everyCall)('the call at %s belongs to the server', (address) => {
  expect(SERVER_ONLY_PATH_PATTERN.test(address)).toBe(true);
  expect(opensShell(address)).toBe(false);
});

test('what is written about screens is written about screens that there are', () => {
  expect(Object.values(screenPathPatterns)).toEqual(expect.arrayContaining([...PURCHASE_SCREEN_PATHS]));
});

test('a slug cannot leave its screen', () => {
  expect(buildProductScreenPath(screenPathPatterns.product, 'rice-50kg')).toBe('/product/rice-50kg');
  expect(buildProductScreenPath(screenPathPatterns.listing, '../cart?$&')).toBe(
    '/listing/..%2Fcart%3F%24%26',
  );
});
