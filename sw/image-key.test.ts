import { expect, test } from 'vitest';
import { findCachedImageOfOtherWidth, getImageCacheKey, isProductImageUrl } from './image-key.ts';

const SHOP = 'https://shop.example';

test.each([
  ['/pictures/ab12-640.avif', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?retry=3', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?retry=499', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?v=2&retry=1', '/pictures/ab12-640.avif?v=2'],
  ['/pictures/ab12-640.avif?retry=1&v=2', '/pictures/ab12-640.avif?v=2'],
  ['/pictures/ab12-320.avif', '/pictures/ab12-320.avif'],
])('%s is kept as %s', (address, key) => {
  expect(getImageCacheKey(SHOP + address)).toBe(SHOP + key);
});

test.each([
  ['/pictures/ab12-640.avif', true],
  ['/api/products/', false],
  ['/icons/icon.svg', false],
  ['/product/pictures/', false],
])('%s is a picture: %s', (path, expected) => {
  expect(isProductImageUrl(new URL(SHOP + path), SHOP)).toBe(expected);
});

test("another host's picture is left to the browser's own cache", () => {
  expect(isProductImageUrl(new URL('https://cdn.example/pictures/ab12-640.avif'), SHOP)).toBe(false);
});

test.each([
  ['of its own kind', ['/pictures/ab12-320.webp', '/pictures/ab12-320.avif'], '/pictures/ab12-320.avif'],
  ['as WebP, which every browser shows', ['/pictures/ab12-160.webp'], '/pictures/ab12-160.webp'],
  ['never another picture', ['/pictures/cd34-320.avif', '/pictures/xab12-320.avif'], undefined],
])('a picture that does not come is shown at a kept width, %s', (_, kept, shown) => {
  const addresses = kept.map((path) => SHOP + path);
  expect(findCachedImageOfOtherWidth(`${SHOP}/pictures/ab12-640.avif?retry=1`, addresses)).toBe(
    shown && SHOP + shown,
  );
});

test('who asks for WebP gets no AVIF', () => {
  expect(
    findCachedImageOfOtherWidth(`${SHOP}/pictures/ab12-640.webp`, [`${SHOP}/pictures/ab12-320.avif`]),
  ).toBeUndefined();
});
