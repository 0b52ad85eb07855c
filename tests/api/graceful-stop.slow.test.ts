import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openFixtureForFile } from '../support/for-file.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

const shop = openFixtureForFile(startTestShop);

/**
 * Sends a request whose body ends only when `finish` is called. `taken` resolves once the shop has the request and
 * waits for the rest.
 *
 * @param connection value of the `Connection` header.
 */
function openSlowRequest(connection = 'close'): {
  taken: Promise<void>;
  finish(): void;
  answer: Promise<string>;
} {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password' });
  const socket = connect(shop.port, '127.0.0.1');
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\nconnection: ${connection}\r\n\r\n${body.slice(0, 10)}`,
  );
  let tellTaken = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    tellTaken = resolve;
  });
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
      if (text.includes('100 Continue')) tellTaken();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  return { taken, finish: () => socket.write(body.slice(10)), answer };
}

const isOpen = () =>
  fetch(`${shop.url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

it('a request in flight is answered after SIGTERM, then the shop and its database end', async () => {
  const slow = openSlowRequest();
  await slow.taken;
  const stopped = shop.stop();
  await expect.poll(isOpen).toBe(false);
  slow.finish();
  const answer = await slow.answer;
  expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 400 /);
  expect(answer).toContain('Invalid email or password');
  expect(await stopped).toBe(0);
});

it('a second start on the same data keeps them', async () => {
  await shop.start();
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
});

it('a shop killed with -9 starts again on the database it left running', async () => {
  await shop.kill9();
  await shop.start();
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
});

it('a request that comes over an open connection during the stop is refused in our own words', async () => {
  const late = connect(shop.port, '127.0.0.1');
  let refusal = '';
  late.on('data', (part) => {
    refusal += part;
  });
  const ended = new Promise((resolve) => late.once('end', resolve));
  late.write('GET /api/config HTTP/1.1\r\nhost: 127.0.0.1\r\n');
  const slow = openSlowRequest('keep-alive');
  await slow.taken;
  const stopped = shop.stop();
  await expect.poll(isOpen).toBe(false);
  late.write('\r\n');
  await ended;
  expect(refusal).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(refusal.toLowerCase()).toContain('\r\nretry-after: 5\r\n');
  expect(refusal.toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(refusal).toContain('"code":"unavailable"');
  slow.finish();
  // The request's connection is closed, because keeping it for a next request would delay the stop.
  expect((await slow.answer).toLowerCase()).toContain('\r\nconnection: close\r\n');
  expect(await stopped).toBe(0);
});

describe('behind a proxy', () => {
  it('a shop says first that it is not ready, and serves on until the proxy can know it', async () => {
    const proxied = await startTestShop({ env: { TRUST_PROXY: 'loopback', STOP_DRAIN_SECONDS: '3' } });
    try {
      const stopped = proxied.stop();
      await expect
        .poll(() => askReadiness(proxied))
        .toEqual({ status: 503, body: { ready: false, stopping: true } });
      expect((await fetch(`${proxied.url}/healthz`)).status).toBe(200);
      expect((await fetch(`${proxied.url}/api/config`)).status).toBe(200);
      expect((await fetch(`${proxied.url}/`)).status).toBe(200);
      expect(await stopped).toBe(0);
    } finally {
      await proxied.close();
    }
  });
});

async function askReadiness(asked: TestShop): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${asked.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
}
