import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** Sends a request whose body ends only when `finish` is called. */
function openSlowRequest(): { finish(): void; answer: Promise<string> } {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password' });
  const socket = connect(shop.port, '127.0.0.1');
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, 10)}`,
  );
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  return { finish: () => socket.write(body.slice(10)), answer };
}

it('a request in flight is answered after SIGTERM, then the shop and its database end', async () => {
  const slow = openSlowRequest();
  await pause(200);
  const stopped = shop.stop();
  await pause(300);
  slow.finish();
  const answer = await slow.answer;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
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
