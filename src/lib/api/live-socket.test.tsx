import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getShopConfig } from '#contract/endpoints.ts';
import { sendApiRequest } from './api-send.ts';
import { connectLiveSocket, onLiveSocketEvent, subscribeGroupProgress } from './live-socket.ts';

let http: ReturnType<typeof createServer>;
let io: Server;
/** The tokens with which clients tried to connect. */
let seen: string[];
let stored: string;
let onRefusal: () => void;

beforeEach(async () => {
  http = createServer();
  io = new Server(http);
  seen = [];
  stored = 'old';
  onRefusal = () => {};
  io.use((socket, next) => {
    const { token } = socket.handshake.auth;
    seen.push(token);
    if (token === 'new') return next();
    onRefusal();
    next(new Error('unauthorized'));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/`));
});
afterEach(async () => {
  await io.close();
  vi.unstubAllGlobals();
});

test('a refusal is about the token that was sent, not about one that another call refreshed meanwhile', async () => {
  const refused: string[] = [];
  onRefusal = () => {
    stored = 'new';
  };
  const connected = vi.fn();
  const stop = await connectLiveSocket({
    credentials: () => ({ token: stored, userId: 'ada' }),
    refreshToken: (usedToken) => {
      refused.push(usedToken);
      return Promise.resolve(true);
    },
    onConnect: connected,
  });
  await vi.waitFor(() => expect(connected).toHaveBeenCalledOnce(), { timeout: 10_000 });
  stop();
  expect(refused).toEqual(['old']);
  expect(seen).toEqual(['old', 'new']);
});

test('asks once for another token, and gives up when that is refused too', async () => {
  const refresh = vi.fn(() => Promise.resolve(true));
  const stop = await connectLiveSocket({
    credentials: () => ({ token: stored, userId: 'ada' }),
    refreshToken: refresh,
    onConnect: () => {},
  });
  await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  stop();
  expect(refresh).toHaveBeenCalledOnce();
  expect(seen).toHaveLength(2);
});

test.each([
  ['the phone is online again', async () => void dispatchEvent(new Event('online'))],
  ['the API answers well', async () => void (await sendApiRequest(getShopConfig, {}))],
])('a refresh that nobody answered is tried again when %s', async (_name, giveLife) => {
  let isAnswered = false;
  let status = 503;
  vi.stubGlobal('fetch', async () => new Response('{}', { status }));
  const refresh = vi.fn(async () => {
    if (isAnswered) stored = 'new';
    return isAnswered;
  });
  const connected = vi.fn();
  const stop = await connectLiveSocket({
    credentials: () => ({ token: stored, userId: 'ada' }),
    refreshToken: refresh,
    onConnect: connected,
  });
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce(), { timeout: 10_000 });
  isAnswered = true;
  await expect(sendApiRequest(getShopConfig, {})).rejects.toThrow();
  expect(seen).toEqual(['old']);
  status = 200;
  await giveLife();
  await vi.waitFor(() => expect(connected).toHaveBeenCalledOnce(), { timeout: 10_000 });
  stop();
  expect(seen).toEqual(['old', 'old', 'new']);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('a product is watched once, however many look at it, and until the last one leaves', async () => {
  const heard: string[] = [];
  io.on('connection', (socket) => {
    socket.onAny((event: string) => heard.push(event));
  });
  stored = 'new';
  const connected = vi.fn();
  const stop = await connectLiveSocket({
    credentials: () => ({ token: stored, userId: 'ada' }),
    refreshToken: async () => false,
    onConnect: connected,
  });
  await vi.waitFor(() => expect(connected).toHaveBeenCalled(), { timeout: 10_000 });
  const leaves = [
    subscribeGroupProgress('rice'),
    subscribeGroupProgress('rice'),
    subscribeGroupProgress('rice'),
  ];
  leaves[0]?.();
  leaves[1]?.();
  subscribeGroupProgress('oil');
  await vi.waitFor(() => expect(heard).toEqual(['user_online', 'watch_product', 'watch_product']));
  leaves[2]?.();
  await vi.waitFor(() => expect(heard.at(-1)).toBe('unwatch_product'));
  stop();
});

/** Opens a connection that the server accepts. */
async function connect() {
  stored = 'new';
  const onConnect = vi.fn();
  const stop = await connectLiveSocket({
    credentials: () => ({ token: stored, userId: 'ada' }),
    refreshToken: async () => false,
    onConnect,
  });
  await vi.waitFor(() => expect(onConnect).toHaveBeenCalledOnce(), { timeout: 10_000 });
  return { stop };
}

test('everybody who listens hears an event, until they stop', async () => {
  const heard: string[] = [];
  const stops = ['panel', 'bell'].map((who) =>
    onLiveSocketEvent('notification:new', () => void heard.push(who)),
  );
  const { stop } = await connect();
  io.emit('notification:new', {});
  await vi.waitFor(() => expect(heard).toEqual(['panel', 'bell']));
  stops[0]?.();
  io.emit('notification:new', {});
  await vi.waitFor(() => expect(heard).toEqual(['panel', 'bell', 'bell']));
  stops[1]?.();
  stop();
});

test('who signed out before the line’s code came asks for nothing', async () => {
  await connectLiveSocket({ credentials: () => null, refreshToken: async () => false, onConnect: () => {} });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(seen).toEqual([]);
});

test('two beginnings at once are one connection, the later one', async () => {
  stored = 'new';
  const onConnects = [vi.fn(), vi.fn()];
  const stops = await Promise.all(
    onConnects.map((onConnect) =>
      connectLiveSocket({
        credentials: () => ({ token: stored, userId: 'ada' }),
        refreshToken: async () => false,
        onConnect,
      }),
    ),
  );
  await vi.waitFor(() => expect(onConnects[1]).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(onConnects[0]).not.toHaveBeenCalled();
  expect(seen).toEqual(['new']);
  for (const stop of stops) stop();
});

test.each([
  [44_000, 1],
  [45_000, 2],
])('after %i ms out of sight there were %i connections', async (hiddenMs, connections) => {
  const { stop } = await connect();
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const hiddenAtMs = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(hiddenAtMs);
  show('hidden');
  vi.spyOn(Date, 'now').mockReturnValue(hiddenAtMs + hiddenMs);
  show('visible');
  vi.restoreAllMocks();
  if (connections === 1) await new Promise((resolve) => setTimeout(resolve, 300));
  await vi.waitFor(() => expect(seen).toHaveLength(connections), { timeout: 10_000 });
  stop();
});

test('the end of an earlier connection leaves the later one as it is', async () => {
  const heard: string[] = [];
  io.on('connection', (socket) => {
    socket.on('watch_product', ({ productId }) => heard.push(productId));
  });
  const earlier = await connect();
  const later = await connect();
  earlier.stop();
  const leave = subscribeGroupProgress('beans');
  await vi.waitFor(() => expect(heard).toContain('beans'), { timeout: 5_000 });
  leave();
  later.stop();
});
