import { expect, test } from 'vitest';
import { listImageWidths } from '#contract/rules/product/image-path.ts';
import { buildImageSrcset } from './image-srcset.ts';

test.each([
  [100, [160]],
  [160, [160]],
  [319, [160]],
  [320, [160, 320]],
  [1_200, [160, 320, 480, 640, 1_200]],
])('a master of %i px exists in %j', (width, widths) => {
  expect(listImageWidths(width)).toEqual(widths);
});

test.each([
  [160, false, '/pictures/h-160.webp 160w'],
  [160, true, '/pictures/h-160.webp 160w'],
  [320, false, '/pictures/h-160.webp 160w, /pictures/h-320.webp 320w'],
  [320, true, '/pictures/h-160.webp 320w'],
  [480, true, '/pictures/h-160.webp 320w, /pictures/h-320.webp 480w'],
])('of a master of %i px a shopper who saves data (%j) is offered %s', (width, savesData, set) => {
  expect(buildImageSrcset({ hash: 'h', width } as never, 'webp', { savesData })).toBe(set);
});

test('a place of little room is offered no wider file', () => {
  const picture = { hash: 'h', width: 1_200 } as never;
  expect(buildImageSrcset(picture, 'avif', { widestPx: 320 })).toBe(
    '/pictures/h-160.avif 160w, /pictures/h-320.avif 320w',
  );
});
