import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createClientIpAddressReader } from '../../server/http/forwarded-address.ts';
import { openSocketServer } from '../../server/realtime/socket-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Opening many live connections, or connections without a session, keeps nobody else out. */

const server = createServer();
const opened: Socket[] = [];
const LONG_MS = 60_000;
const limits = { ofAnAddress: 4, unprovenOfAnAddress: 3, provenWithinMs: LONG_MS };
let test: TestDatabase;
let sockets: ReturnType<typeof openSocketServer>;
let port: number;

beforeAll(async () => {
  test = await createTestDatabase();
  sockets = openSocketServer({
    httpServer: server,
    pool: test.db.pool,
    isOwnPage: () => true,
    addressOf: createClientIpAddressReader(['loopback']),
    limits,
    onForeignPage: () => undefined,
    verifyToken: (token) => (token === 'good' ? { userId: 'one', sessionId: 'first' } : null),
    findEnded: async () => [],
    hasEnded: () => false,
    now: () => new Date(),
    onError: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  limits.provenWithinMs = LONG_MS;
  for (const socket of opened.splice(0)) socket.destroy();
  await expect.poll(() => sockets.io.engine.clientsCount).toBe(0);
});
afterAll(async () => {
  await sockets?.close();
  await test?.close();
});

/** Sends a handshake and nothing after it. @returns the status of the server's first answer. */
async function open(from: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: ${from}\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: first.toString('latin1').split(' ')[1] ?? '' };
}
/** Connects a phone with a session. @returns whether it was accepted. */
async function arrive(from: string): Promise<boolean> {
  const phone = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token: 'good' },
    extraHeaders: { 'x-forwarded-for': from },
    reconnection: false,
    forceNew: true,
  });
  const isIn = await new Promise<boolean>((answer) => {
    phone.on('connect', () => answer(true));
    phone.on('connect_error', () => answer(false));
  });
  opened.push({ destroy: () => phone.disconnect() } as unknown as Socket);
  return isIn;
}

it('a connection without a session is gone as soon as its time is over, though it never answers', async () => {
  limits.provenWithinMs = 100;
  const { socket, status } = await open('41.1.1.1');
  expect(status).toBe('101');
  socket.resume();
  await once(socket, 'close');
  expect(sockets.io.engine.clientsCount).toBe(0);
}, 10_000);

it('an address holds so many without a session; others come in, and its own shoppers when those are gone', async () => {
  for (let n = 0; n < 3; n += 1) expect((await open('41.1.1.2')).status).toBe('101');
  expect((await open('41.1.1.2')).status).toBe('400');
  expect(await arrive('41.1.1.3')).toBe(true);
  for (const socket of opened.splice(0, 3)) socket.destroy();
  await expect.poll(() => arrive('41.1.1.2')).toBe(true);
});

it('an address holds so many with a session, which stay', async () => {
  for (let n = 0; n < 4; n += 1) expect(await arrive('2c0f:f5c0:1:2::1')).toBe(true);
  expect(await arrive('2c0f:f5c0:1:2::99'), 'the same household').toBe(false);
  expect(await arrive('2c0f:f5c0:1:3::1'), 'the household beside it').toBe(true);
  limits.provenWithinMs = 100;
  await open('41.1.1.4').then(({ socket }) => once(socket.resume(), 'close'));
  expect(sockets.io.engine.clientsCount).toBe(5);
}, 10_000);

it.each([
  [['loopback'], {}],
  [['loopback'], { 'x-forwarded-for': '41.1.1.1' }],
  [['loopback'], { 'x-forwarded-for': '6.6.6.6, 41.1.1.1' }],
  [['loopback', '10.0.0.0/8'], { 'x-forwarded-for': '6.6.6.6, 41.1.1.1, 10.3.2.1' }],
  [['loopback', 'uniquelocal'], { 'x-forwarded-for': '::ffff:10.0.0.1, 192.168.1.1' }],
  [['10.0.0.1'], { 'x-forwarded-for': '41.1.1.1' }],
  [['loopback', '2001:db8::/32'], { 'x-forwarded-for': '2c0f::1, 2001:db8::7' }],
  [['loopback'], { 'x-forwarded-for': 'nonsense' }],
] as [string[], Record<string, string>][])(
  'behind %j a handshake with %j comes from whom a call comes from',
  async (trustProxy, headers) => {
    const app = Fastify({ trustProxy });
    app.get('/', async ({ ip, raw }) => ({
      call: ip,
      handshake: createClientIpAddressReader(trustProxy)(raw),
    }));
    const { call, handshake } = (await app.inject({ url: '/', headers })).json();
    expect(handshake).toBe(call);
    await app.close();
  },
);
