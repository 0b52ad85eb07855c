import { expect, test } from 'vitest';
import { computeInlineCspHashes } from './inline-hashes.ts';
import { createPageTemplate } from './page-template.ts';

const shell = [
  '<!doctype html><html><head><meta charset="utf-8"><title>Shop</title>',
  '<script type="module" crossorigin src="/assets/runtime.js"></script>',
  '<script type="module" crossorigin src="/assets/index.js"></script>',
  '<link rel="modulepreload" crossorigin href="/assets/lib.js">',
  '<link rel="stylesheet" crossorigin href="/assets/app.css"></head>',
  '<body><div id="root"><noscript>Needs JavaScript.</noscript></div></body></html>',
].join('');

const manifest = {
  '_home.js': {
    name: 'app',
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['_lib.js', '_card.js'],
  },
  '_product.js': { name: 'product', file: 'assets/product.js', imports: ['_card.js'] },
  '_about.js': { name: 'about', file: 'assets/about.js', css: ['assets/about.css'] },
  '_till.js': { name: 'till', file: 'assets/till.js', css: ['assets/till.css'] },
  '_lib.js': { file: 'assets/lib.js' },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_lib.js'] },
};

const readFile = (file: string) => `/* ${file} */`;

const page = {
  status: 200,
  head: '<title>Home $& $1</title>',
  body: '<h1>₦5 $&</h1>',
  data: '[["a",{"b":"\\u003c/script>"}]]',
  chunk: 'app',
} as const;

test('a page stands in the root, its title in place of the shell’s, its data beside it', () => {
  const html = createPageTemplate(shell, manifest, readFile).fill(page);
  expect(html).toContain('<meta charset="utf-8"><title>Home $& $1</title>');
  expect(html).not.toContain('<title>Shop</title>');
  expect(html).not.toContain('Needs JavaScript.');
  expect(html).toContain('<div id="root" data-rendered><h1>₦5 $&</h1></div>');
  expect(html).toContain(`<script type="application/json" id="server-data">${page.data}</script></body>`);
});

test('the styles are in the page, those of an imported chunk first; no style sheet is waited for', () => {
  const html = createPageTemplate(shell, manifest, readFile).fill(page);
  expect(html.match(/<style>[^<]*<\/style>/g)).toEqual([
    '<style>/* assets/card.css */</style>',
    '<style>/* assets/home.css */</style>',
  ]);
  expect(html.match(/<link[^>]*>/g)).toEqual([
    '<link rel="stylesheet" disabled href="/assets/card.css">',
    '<link rel="stylesheet" disabled href="/assets/home.css">',
  ]);
});

test('each style that stands in a page has its hash in the page’s policy, and no other', () => {
  const template = createPageTemplate(shell, manifest, readFile);
  for (const chunk of ['app', 'product', 'about'] as const) {
    expect(template.hashesOf(chunk).styles).toEqual(
      computeInlineCspHashes(template.fill({ ...page, chunk })).styles,
    );
  }
});

test('what is rendered is never allowed by the policy', () => {
  const template = createPageTemplate(shell, manifest, readFile);
  template.fill({ ...page, body: '<script>steal()</script>' });
  expect(template.hashesOf('app').scripts).toEqual([]);
});

test('a build that lacks a page’s chunk is refused', () => {
  const { '_about.js': _, ...lacking } = manifest;
  expect(() => createPageTemplate(shell, lacking, readFile).hashesOf('about')).toThrow('no chunk about');
});

test('a rendered page names its scripts, the entry first, and fetches none by itself', () => {
  const html = createPageTemplate(shell, manifest, readFile).fill(page);
  expect(html).not.toContain('type="module"');
  expect(html).toContain(
    `<script type="application/json" id="app-files">${JSON.stringify([
      '/assets/index.js',
      '/assets/runtime.js',
      '/assets/lib.js',
      '/assets/home.js',
      '/assets/card.js',
    ])}</script></head>`,
  );
});

test('a shell without a root is refused at start', () => {
  expect(() => createPageTemplate(shell.replace('id="root"', 'id="app"'), manifest, readFile)).toThrow(
    'id="root"',
  );
});
