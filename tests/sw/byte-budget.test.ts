import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isExcludedFromPrecache } from '#contract/chunks.ts';
import type { PrecacheEntry } from '#contract/worker-messages.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url));
const BUDGET_BYTES = 350_000;

/** Reads the list of files that the build wrote into the worker. */
function readEntries(): PrecacheEntry[] {
  const worker = readFileSync(join(CLIENT, 'sw.js'), 'utf8');
  const list = /\[\{[^\]]*"?url"?:[^\]]*\}\]/.exec(worker)?.[0];
  if (!list) throw new Error('the worker names no files');
  return JSON.parse(list.replaceAll('!0', 'true')) as PrecacheEntry[];
}

function brotliBytes(entries: readonly PrecacheEntry[]): number {
  return entries
    .map(({ url }) => brotliCompressSync(readFileSync(join(CLIENT, url))).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}

it('the shell, home, product and the keepers are kept at install; with all the rest they weigh at most 350 kB', () => {
  const entries = readEntries();
  const first = entries.filter(({ url }) => !isExcludedFromPrecache(url));
  const names = first.map(({ url }) => url).join(' ');
  expect(names).toMatch(/index\.html/);
  for (const chunk of ['lib', 'app', 'product', 'shop'])
    expect(names).toMatch(new RegExp(`/${chunk}-[^ ]*js`));
  expect(names).not.toMatch(/till|guest|member|about/);
  for (const chunk of ['till', 'guest', 'member', 'about'])
    expect(entries.some(({ url }) => isExcludedFromPrecache(url) && url.includes(`/${chunk}-`))).toBe(true);
  expect(brotliBytes(entries)).toBeLessThanOrEqual(BUDGET_BYTES);
});

it('keeps no screenshot, no manifest and nothing twice', () => {
  const urls = readEntries().map(({ url }) => url);
  expect(urls.filter((url) => /screenshots|manifest|pictures|\.br$|\.map$/.test(url))).toEqual([]);
  expect(new Set(urls).size).toBe(urls.length);
});
