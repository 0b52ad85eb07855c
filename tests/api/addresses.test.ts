import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { findFreePort } from '../support/free-port.ts';

const port = await findFreePort();
const api = openFixtureForFile(() => startTestApi({ port }));
beforeAll(async () => {
  await addTestProduct(api, { slug: 'semovita-10kg' });
  await addTestProduct(api, { slug: 'withdrawn-rice' });
  await api.db.query(`UPDATE products SET active = false WHERE slug = 'withdrawn-rice'`);
});

/** Opens an address as a phone's browser does, without following redirects. */
async function open(path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  });
  return { status: answer.status, location: answer.headers.get('location'), body: await answer.text() };
}

const INVITATION = '?ref=ABCD1234&group=5f0c1c1e-0000-4000-8000-000000000001';

describe('a link as people share it leads to the product', () => {
  test.each([
    ['/product/semovita-10kg.', ''],
    ['/product/semovita-10kg)', ''],
    ['/product/(semovita-10kg)', ''],
    ['/product/Semovita-10kg', ''],
    ['/product/SEMOVITA-10KG?ref=ABCD1234', '?ref=ABCD1234'],
    [`/product/semovita-10kg.${INVITATION}`, INVITATION],
    ['/product/semovita-10kg%20', ''],
    ['/product/semovita-10kg%', ''],
    ['/product/semovita-10kg%E2%80?ref=ABCD1234', '?ref=ABCD1234'],
    ['/product/semovita-10kg&fbclid=1', ''],
    ['/product/semovita-10kg%E2%80%8B', ''],
    ['/listing/Semovita-10kg.?ref=ABCD1234', '?ref=ABCD1234'],
  ])('%s', async (path, query) => {
    expect(await open(path)).toMatchObject({ status: 301, location: `/product/semovita-10kg${query}` });
  });
});

test('a chat shows a shared referral link with slogan and picture', async () => {
  const { body } = await open('/register?ref=ABCD1234');
  expect(body).toContain('<meta property="og:title" content="Buy Together, Save Together" />');
  const image = /<meta property="og:image" content="([^"]+)"/.exec(body)?.[1];
  expect(image).toBe(`${api.config.publicUrl}/icons/og-default.jpg`);
});

describe('a link to nothing leads home, never to a page of code', () => {
  test.each([
    ...['/product/100%', '/product/%E0%A4%A', '/product/%', '/product/Withdrawn-Rice'],
    ...['/product/%00', '//product/semovita-10kg', '//evil.example/', '/product/%ED%A0%80'],
  ])('%s', async (path) => {
    const { status, location } = await open(path);
    expect([301, 302]).toContain(status);
    expect(location).toBe('/');
  });

  test.each(['/%', '/cart%', '/%E0%A4%A?ref=x', '/nowhere/%'])(
    '%s opens the app, which goes home',
    async (path) => {
      const { status, body } = await open(path);
      expect(status).toBe(200);
      expect(body).toContain('<!doctype html>');
    },
  );
});

const oursAs = (code: string) => ({
  success: false,
  code,
  message: expect.any(String),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
});

describe('every error has the body of the shop', () => {
  test.each([
    '/api/products/slug/100%',
    '/api/products/slug/%E0%A4%A',
    `/api/products/slug/${'a'.repeat(900)}`,
  ])('for %s', async (path) => {
    const { status, body } = await open(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(JSON.parse(body)).toMatchObject({ success: false, requestId: expect.any(String) });
  });

  test.each(['/.env', '/.git/config', '/.well-known/openid-configuration', '/assets/.env'])(
    'for the dotfile %s, which is not found',
    async (path) => {
      const { status, body } = await open(path);
      expect(status).toBe(404);
      expect(JSON.parse(body)).toMatchObject(oursAs('not_found'));
    },
  );

  test.each([
    ['what is no HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    // The server must have read all these headers: closing with unread bytes would reset the connection before its
    // answer arrives.
    ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, '431 '],
    [
      'two lengths',
      'POST /api/cart/add HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      '400 ',
    ],
  ])('for %s', async (_, sent, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(sent);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject(oursAs('bad_request'));
  });
});

describe('search engines', () => {
  test('may read all but calls and the console', async () => {
    const { status, body } = await open('/robots.txt');
    expect([status, body.split('\n')]).toEqual([
      200,
      [
        'User-agent: *',
        'Disallow: /api/',
        'Disallow: /ops',
        '',
        `Sitemap: ${api.config.publicUrl}/sitemap.xml`,
        '',
      ],
    ]);
  });

  test('are shown each product on sale, and nothing that needs a session', async () => {
    const { status, body } = await open('/sitemap.xml');
    const urls = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
    const addresses = urls.map((url) => url.replace(api.config.publicUrl, ''));
    expect(status).toBe(200);
    expect(addresses).toEqual(['/', '/about', '/contact', '/privacy', '/terms', '/product/semovita-10kg']);
  });
});
