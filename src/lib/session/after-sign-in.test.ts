import { expect, test } from 'vitest';
import { addReturnProductParam, getPathAfterSignIn, readProductSlugToReturnTo } from './after-sign-in.ts';

test('the product to return to comes from the navigation, else from the address', () => {
  expect(readProductSlugToReturnTo({ listing_url: 'palm-oil' }, '?listing_url=rice')).toBe('palm-oil');
  expect(readProductSlugToReturnTo(null, '?listing_url=rice')).toBe('rice');
  expect(readProductSlugToReturnTo(null, '')).toBeNull();
});

test.each(['//evil.example', 'Rice', 'rice/../cart', 'rice bag', ''])(
  '%j is no product to return to',
  (value) => {
    expect(readProductSlugToReturnTo({ listing_url: value }, '')).toBeNull();
    expect(readProductSlugToReturnTo(null, `?listing_url=${encodeURIComponent(value)}`)).toBeNull();
  },
);

test('a signed-in shopper returns to the product, otherwise home', () => {
  expect(getPathAfterSignIn('rice')).toBe('/listing/rice');
  expect(getPathAfterSignIn(null)).toBe('/');
  expect(addReturnProductParam('/signin', 'rice')).toBe('/signin?listing_url=rice');
  expect(addReturnProductParam('/signin', null)).toBe('/signin');
});
