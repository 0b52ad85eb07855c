import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each([
  [
    'client',
    [
      'react',
      'react-dom',
      'react-router',
      '@tanstack/query-core',
      'socket.io-client',
      'workbox-window',
      'Noto Sans',
    ],
  ],
  ['ops', ['react', 'jsqr', 'idb-keyval']],
])('the files of %s come with the licences of their packages', (folder, packages) => {
  const text = readFileSync(new URL(`../../dist/${folder}/licenses.md`, import.meta.url), 'utf8');
  for (const name of packages) expect(text).toMatch(new RegExp(`^## ${name} `, 'm'));
});
