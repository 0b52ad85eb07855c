import { expect, test } from 'vitest';
import { isPicture, pictureKey } from './picture-key.ts';

const SHOP = 'https://shop.example';

test.each([
  ['/pictures/ab12-640.avif', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?retry=3', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?retry=499', '/pictures/ab12-640.avif'],
  ['/pictures/ab12-640.avif?v=2&retry=1', '/pictures/ab12-640.avif?v=2'],
  ['/pictures/ab12-640.avif?retry=1&v=2', '/pictures/ab12-640.avif?v=2'],
  ['/pictures/ab12-320.avif', '/pictures/ab12-320.avif'],
])('%s is kept as %s', (address, key) => {
  expect(pictureKey(SHOP + address)).toBe(SHOP + key);
});

test.each([
  ['/pictures/ab12-640.avif', true],
  ['/api/products/', false],
  ['/icons/icon.svg', false],
  ['/product/pictures/', false],
])('%s is a picture: %s', (path, expected) => {
  expect(isPicture(new URL(SHOP + path), SHOP)).toBe(expected);
});

test("another host's picture is left to the browser's own cache", () => {
  expect(isPicture(new URL('https://cdn.example/pictures/ab12-640.avif'), SHOP)).toBe(false);
});
