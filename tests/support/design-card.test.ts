import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The packages that the owner listed; docs/architecture.md says what each is for. */
const CARD = [
  ...['react', 'react-dom', 'react-router-dom', 'vite', 'vite-plugin-pwa', 'workbox-window'],
  ...['@tanstack/react-query', '@tanstack/query-sync-storage-persister', 'idb-keyval'],
  ...['socket.io-client', 'react-toastify', 'vitest'],
];

const { dependencies, devDependencies } = JSON.parse(read('package.json'));
const rows = read('docs/architecture.md').matchAll(/^\| (\S+) \| .* \| (`[^|]+`) \|$/gm);
const files = new Map([...rows].map(([, name, places = '']) => [name, [...places.matchAll(/`([^`]+)`/g)]]));

test.each(CARD)('the shop is built with %s', (name) => {
  expect({ ...dependencies, ...devDependencies }[name]).toMatch(/^\d+\.\d+\.\d+$/);
  const places = files.get(name) ?? [];
  expect(places.length, 'its row in docs/architecture.md').toBeGreaterThan(0);
  for (const [, path = ''] of places) expect(read(path)).toMatch(new RegExp(`from '${name}(/[\\w.-]+)?'`));
});
