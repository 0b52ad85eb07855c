import { expect, test } from 'vitest';
import { type ScreenName, screens } from './addresses.ts';
import { chunkOf, chunks, isCachedLater } from './chunks.ts';

test('every screen is in one chunk', () => {
  const named = chunks.flatMap((chunk) => chunk.screens ?? []);
  expect([...named].sort()).toEqual(Object.keys(screens).sort());
  for (const screen of Object.keys(screens) as ScreenName[]) expect(chunkOf(screen)).toBeTruthy();
});

test.each([
  ['assets/till-CKta8jlJ.js', true],
  ['assets/about-next-BPr49Ofq.css', true],
  ['assets/app-DJenXUBU.js', false],
  ['assets/rolldown-runtime-XKyaHtl9.js', false],
  ['index.html', false],
  ['icons/icon.svg', false],
])('of the build’s files %s is saved later: %s', (file, isLater) => {
  expect(isCachedLater(file)).toBe(isLater);
});
