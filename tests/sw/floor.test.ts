import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import {
  FEATURES_WITH_FALLBACK,
  METHODS_WITH_FALLBACK,
  NON_BROWSER_METHOD_NAMES,
  STYLES_WITH_FALLBACK,
} from '../support/floor/guarded.ts';
import { findUnsupportedScriptApis } from '../support/floor/script-check.ts';
import { findUnsupportedCss } from '../support/floor/style-check.ts';

/** Chrome 87, Firefox 90, Safari 15, by their published tables. @see docs/decisions/browsers-and-styles.md */
const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url));
const read = (name: string) => readFileSync(join(CLIENT, name), 'utf8');
const page = read('index.html');
const chunks = Object.values<{ file: string; css?: string[] }>(JSON.parse(read('.vite/manifest.json')));
const inPage = (tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);

it('every script of the build is of a language that the floor speaks, and lacks nothing unprepared', () => {
  const modules = [...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js'));
  expect(modules.length).toBeGreaterThan(5);
  const found = new Set([
    ...modules.flatMap((file) => [...findUnsupportedScriptApis(read(file), 'module')]),
    ...[read('sw.js'), ...inPage('script')].flatMap((text) => [...findUnsupportedScriptApis(text, 'script')]),
  ]);
  const methods = [...Object.keys(METHODS_WITH_FALLBACK), ...NON_BROWSER_METHOD_NAMES].map(
    (name) => `.${name}()`,
  );
  expect([...found].sort()).toEqual([...Object.keys(FEATURES_WITH_FALLBACK), ...methods].sort());
});

it('every style sheet of the build is understood by the floor, or says what happens without', () => {
  const sheets = [...inPage('style'), ...[...new Set(chunks.flatMap(({ css = [] }) => css))].map(read)];
  expect(sheets.length).toBeGreaterThan(4);
  const found = new Set(sheets.flatMap((text) => [...findUnsupportedCss(text)]));
  expect([...found].sort()).toEqual(Object.keys(STYLES_WITH_FALLBACK).sort());
});

test.each([
  ['structuredClone(a)', 'structuredClone'],
  ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
  ['[1].at(-1)', '.at()'],
  ['a.throwIfAborted()', '.throwIfAborted()'],
  ['navigator.locks', 'Navigator.locks'],
  ['/(?<=a)b/', '(?<=)'],
  ['a?.b(...c)', undefined],
  ['a ??= 1_000; class A { #b = 1; c() { return this.#b } }', undefined],
  ['class A { #b; static c(d) { return #b in d } }', '#name in object'],
  ['class A { static { a() } }', 'static {}'],
  ['a?.(...c)', '?.(...spread)'],
])('the check finds what is newer in `%s`: %s', (text, name) => {
  expect([...findUnsupportedScriptApis(text, 'script')]).toEqual(name === undefined ? [] : [name]);
});

test('the check refuses what is newer than ES2022', () => {
  expect(() => findUnsupportedScriptApis('/a/v', 'script')).toThrow(SyntaxError);
});

test.each([
  ['a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['a{height:1dvh}', 'dvh'],
  ['a{b{color:red}}', 'nesting'],
  ['@layer a{b{color:red}}', '@layer'],
  ['a:has(b){color:red}', ':has'],
  ['a:is(b){color:red}', ':is'],
  ['a{overflow:clip}', 'overflow: clip'],
  ['a{rotate:1turn}', 'rotate'],
  ['@media (width>1px){a{color:red}}', '@media (a < b)'],
  ['a{-webkit-appearance:none;appearance:none}', undefined],
])('the check finds what is newer in `%s`: %s', (text, name) => {
  expect([...findUnsupportedCss(text)]).toEqual(name === undefined ? [] : [name]);
});
