import { expect, test } from 'vitest';
import { addListingUrlParam, getPathAfterSignIn, readListingUrlToReturnTo } from './after-sign-in.ts';

test('the product to return to comes from the navigation, else from the address', () => {
  expect(readListingUrlToReturnTo({ listing_url: 'palm-oil' }, '?listing_url=rice')).toBe('palm-oil');
  expect(readListingUrlToReturnTo(null, '?listing_url=rice')).toBe('rice');
  expect(readListingUrlToReturnTo(null, '')).toBeNull();
});

test.each(['//evil.example', 'Rice', 'rice/../cart', 'rice bag', ''])(
  '%j is no product to return to',
  (value) => {
    expect(readListingUrlToReturnTo({ listing_url: value }, '')).toBeNull();
    expect(readListingUrlToReturnTo(null, `?listing_url=${encodeURIComponent(value)}`)).toBeNull();
  },
);

test('a signed-in shopper returns to the product, otherwise home', () => {
  expect(getPathAfterSignIn('rice')).toBe('/listing/rice');
  expect(getPathAfterSignIn(null)).toBe('/');
  expect(addListingUrlParam('/signin', 'rice')).toBe('/signin?listing_url=rice');
  expect(addListingUrlParam('/signin', null)).toBe('/signin');
});
