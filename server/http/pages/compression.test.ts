import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type PrecompressPage, registerCompression } from './compression.ts';

/** A long page whose lines differ, so that a stronger compression makes it smaller. */
const html = Array.from(
  { length: 3_000 },
  (_, index) => `<li>${(index * 7_919) % 1_009} bags of rice</li>`,
).join('');

let app: FastifyInstance;
let compressAhead: PrecompressPage;

beforeEach(async () => {
  app = Fastify();
  compressAhead = registerCompression(app);
  app.get('/page', (_, reply) => reply.header('etag', '"one"').type('text/html; charset=utf-8').send(html));
  await app.ready();
});
afterEach(() => app.close());

async function read(encoding: 'br' | 'gzip'): Promise<number> {
  const answer = await app.inject({ url: '/page', headers: { 'accept-encoding': encoding } });
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect([answer.headers['content-encoding'], unpack(answer.rawPayload).toString()]).toEqual([
    encoding,
    html,
  ]);
  return answer.rawPayload.length;
}

test('a page is sent quickly at first, and as small as it was made meanwhile from then on', async () => {
  const first = await read('br');
  await expect.poll(() => read('br')).toBeLessThan(first);
  expect(await read('gzip')).toBeGreaterThan(first);
});

test('a page that was made ahead is the smallest, from its first sending on', async () => {
  const first = await read('br');
  await expect.poll(() => read('br')).toBeLessThan(first);
  const second = await read('br');
  await compressAhead(html, '"one"');
  expect(await read('br')).toBeLessThan(second);
});
