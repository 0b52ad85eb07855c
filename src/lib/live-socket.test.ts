import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectLive } from './live-socket.ts';

let http: ReturnType<typeof createServer>;
let io: Server;
/** The tokens that asked to be let in. */
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
  const stop = await connectLive({
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
  const stop = await connectLive({
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
