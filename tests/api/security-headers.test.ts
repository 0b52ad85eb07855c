import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../support/api.ts';

let plain: TestApi;
let secure: TestApi;

beforeAll(async () => {
  const extend: NonNullable<Parameters<typeof startTestApi>[0]>['extend'] = (app) => {
    app.get('/t/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html><p>Hi'));
    app.get('/t/own-policy', (_, reply) =>
      reply.header('content-security-policy', `default-src 'none'`).type('text/html').send('<!doctype html>'),
    );
  };
  plain = await startTestApi({ extend });
  secure = await startTestApi({
    extend,
    env: { PUBLIC_URL: 'https://ajora.example', FLW_SECRET_KEY: 'FLWSECK-0123-X', FLW_SECRET_HASH: 'hash' },
  });
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

it('a page carries the policy and tells nobody where the shopper was', async () => {
  const { headers } = await plain.inject({ method: 'GET', url: '/t/page' });
  expect(headers['content-security-policy']).toContain(`default-src 'self'`);
  expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it('a page with a policy of its own keeps it', async () => {
  const { headers } = await plain.inject({ method: 'GET', url: '/t/own-policy' });
  expect(headers['content-security-policy']).toBe(`default-src 'none'`);
});

it('an answer of the API is never taken for another type', async () => {
  const { headers } = await plain.inject({ method: 'GET', url: '/api/nothing' });
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it('a shop with real money does not describe its calls to strangers', async () => {
  const statusOf = async (shop: TestApi, url: string) =>
    (await shop.inject({ method: 'GET', url })).statusCode;
  expect(await statusOf(plain, '/api/docs/json')).toBe(200);
  expect(await statusOf(secure, '/api/docs/json')).toBe(404);
});

it('encryption is demanded only where there is any', async () => {
  const insecure = await plain.inject({ method: 'GET', url: '/t/page' });
  expect(insecure.headers['strict-transport-security']).toBeUndefined();
  const encrypted = await secure.inject({ method: 'GET', url: '/t/page' });
  expect(encrypted.headers['strict-transport-security']).toContain('max-age=31536000');
});

it('another origin is granted nothing', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    for (const url of ['/t/page', '/api/products/', '/api/wallet']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      const answer = await plain.inject({ method, url, headers });
      const granted = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect([method, url, granted]).toEqual([method, url, []]);
    }
  }
});

it('TRACE is answered like an address that is not there, and says nothing of the request', async () => {
  for (const url of ['/', '/api/products/', '/healthz']) {
    const secret = { authorization: 'Bearer secret' };
    const answer = await plain.inject({ method: 'TRACE' as 'GET', url, headers: secret });
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.body).not.toContain('secret');
  }
});

it('the manifest is made from the settings, without a build', async () => {
  const api = await startTestApi({ env: { BRAND_NAME: 'Oja Together' } });
  const answer = await api.inject({ method: 'GET', url: '/manifest.webmanifest' });
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.json()).toMatchObject({ name: 'Oja Together', id: '/', start_url: '/?source=pwa' });
  await api.close();
});
