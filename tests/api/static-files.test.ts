import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerStaticFiles } from '../../server/http/pages/static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
const client = join(folder, 'client');
let app: FastifyInstance;

beforeAll(async () => {
  const files: Record<string, string> = {
    'client/index.html': '<!doctype html>',
    'client/sw.js': 'self.addEventListener',
    'client/assets/app-1a2b.js': `console.log('${'x'.repeat(2000)}')`,
    'client/icons/icon.svg': '<svg/>',
    'client/.vite/manifest.json': '{}',
    'old/aa-160.webp': 'imported',
    'demo/bb-160.webp': 'derived',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { precompressFiles } = await import(join(import.meta.dirname, '../../scripts/build/precompress.mjs'));
  await precompressFiles(client);
  app = Fastify();
  await registerStaticFiles(app, {
    clientFolder: client,
    imageFolders: [join(folder, 'missing'), join(folder, 'old'), join(folder, 'demo')],
  });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

it('a file is known by its tag alone: neither a date nor an offer of parts comes with it', async () => {
  for (const url of ['/assets/app-1a2b.js', '/index.html', '/pictures/aa-160.webp']) {
    const { headers } = await get(url);
    for (const header of ['last-modified', 'accept-ranges']) expect(headers, url).not.toHaveProperty(header);
    expect((await get(url, { 'if-none-match': headers.etag })).statusCode, url).toBe(304);
  }
});

it.each([
  ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable'],
  ['/icons/icon.svg', 'public, max-age=86400'],
  ['/index.html', 'no-cache'],
  ['/sw.js', 'no-cache'],
  ['/pictures/aa-160.webp', 'public, max-age=31536000, immutable'],
  ['/pictures/bb-160.webp', 'public, max-age=31536000, immutable'],
])('%s is kept as %s', async (url, cacheControl) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe(cacheControl);
});

it("the build's brotli file is sent to a browser that takes it", async () => {
  const plain = await get('/assets/app-1a2b.js');
  const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.headers['content-type']).toContain('javascript');
  expect(packed.rawPayload.length).toBeLessThan(200);
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
});

it.each([
  '/.vite/manifest.json',
  '/%2evite/manifest.json',
  '/..%2f..%2fpackage.json',
  '/pictures/..%2fclient/index.html',
  '/pictures/nothing.webp',
  '/assets/app-1a2b.js.br',
])('%s is not served', async (url) => {
  expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
});
