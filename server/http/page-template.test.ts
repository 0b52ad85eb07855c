import { expect, test } from 'vitest';
import { createPageTemplate } from './page-template.ts';

const shell = [
  '<!doctype html><html><head><meta charset="utf-8"><title>Shop</title>',
  '<script type="module" crossorigin src="/assets/index.js"></script>',
  '<link rel="modulepreload" crossorigin href="/assets/lib.js">',
  '<link rel="stylesheet" crossorigin href="/assets/index.css"></head>',
  '<body><div id="root"><noscript>Needs JavaScript.</noscript></div></body></html>',
].join('');

const manifest = {
  'src/routes/HomeRoute.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['_lib.js', '_card.js'],
  },
  '_lib.js': { file: 'assets/lib.js', css: ['assets/index.css'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_lib.js'] },
};

const page = {
  status: 200,
  head: '<title>Home $& $1</title>',
  body: '<h1>₦5 $&</h1>',
  data: '[["a",{"b":"\\u003c/script>"}]]',
  source: 'src/routes/HomeRoute.tsx',
};

test('a page stands in the root, its title in place of the shell’s, its data beside it', () => {
  const html = createPageTemplate(shell, manifest).fill(page);
  expect(html).toContain('<meta charset="utf-8"><title>Home $& $1</title>');
  expect(html).not.toContain('<title>Shop</title>');
  expect(html).not.toContain('Needs JavaScript.');
  expect(html).toContain('<div id="root" data-rendered><h1>₦5 $&</h1></div>');
  expect(html).toContain(`<script type="application/json" id="server-data">${page.data}</script></body>`);
});

test('a route’s style sheets come after the build’s own, each once', () => {
  const html = createPageTemplate(shell, manifest).fill(page);
  expect(html.match(/<link[^>]*>/g)).toEqual([
    '<link rel="stylesheet" crossorigin href="/assets/index.css">',
    '<link rel="stylesheet" crossorigin href="/assets/card.css">',
    '<link rel="stylesheet" crossorigin href="/assets/home.css">',
  ]);
});

test('a rendered page names its scripts, the entry first, and fetches none by itself', () => {
  const html = createPageTemplate(shell, manifest).fill(page);
  expect(html).not.toContain('type="module"');
  expect(html).toContain(
    `<script type="application/json" id="app-files">${JSON.stringify([
      '/assets/index.js',
      '/assets/lib.js',
      '/assets/home.js',
      '/assets/card.js',
    ])}</script></head>`,
  );
});

test('a shell without a root is refused at start', () => {
  expect(() => createPageTemplate(shell.replace('id="root"', 'id="app"'), manifest)).toThrow('id="root"');
});
