import { expect, test } from 'vitest';
import { afterSignIn, readListingUrl, withListingUrl } from './paths.ts';

test('the product to return to comes from the navigation, else from the address', () => {
  expect(readListingUrl({ listing_url: 'palm-oil' }, '?listing_url=rice')).toBe('palm-oil');
  expect(readListingUrl(null, '?listing_url=rice')).toBe('rice');
  expect(readListingUrl(null, '')).toBeNull();
});

test.each(['//evil.example', 'Rice', 'rice/../cart', 'rice bag', ''])(
  '%j is no product to return to',
  (value) => {
    expect(readListingUrl({ listing_url: value }, '')).toBeNull();
    expect(readListingUrl(null, `?listing_url=${encodeURIComponent(value)}`)).toBeNull();
  },
);

test('a signed-in shopper returns to the product, otherwise home', () => {
  expect(afterSignIn('rice')).toBe('/listing/rice');
  expect(afterSignIn(null)).toBe('/');
  expect(withListingUrl('/signin', 'rice')).toBe('/signin?listing_url=rice');
  expect(withListingUrl('/signin', null)).toBe('/signin');
});
