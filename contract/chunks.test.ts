import { expect, test } from 'vitest';
import { type ScreenName, screenPathPatterns } from './addresses.ts';
import { chunkDefinitions, getScreenChunkName, isExcludedFromPrecache } from './chunks.ts';

test('every screen is in one chunk', () => {
  const named = chunkDefinitions.flatMap((chunk) => chunk.screens ?? []);
  expect([...named].sort()).toEqual(Object.keys(screenPathPatterns).sort());
  for (const screen of Object.keys(screenPathPatterns) as ScreenName[])
    expect(getScreenChunkName(screen)).toBeTruthy();
});

test.each([
  ['assets/till-CKta8jlJ.js', true],
  ['assets/about-next-BPr49Ofq.css', true],
  ['assets/app-DJenXUBU.js', false],
  ['assets/rolldown-runtime-XKyaHtl9.js', false],
  ['index.html', false],
  ['icons/icon.svg', false],
])('of the build’s files %s is saved later: %s', (file, isLater) => {
  expect(isExcludedFromPrecache(file)).toBe(isLater);
});
