import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import { isUuid } from '../lib/uuid.ts';
import { limitSocketConnections, type SocketLimits } from './socket-limits.ts';

interface SocketUser {
  userId: string;
  sessionId: string;
}

type SocketData = SocketUser;
export type LiveSocketServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** Maximum number of products that one socket watches. A page shows one, but quick page changes may overlap. */
const WATCHED_PRODUCTS_MAX = 10;
/** Maximum number of one shopper's sockets on one instance, for all tabs and phones. */
const SOCKETS_OF_A_SHOPPER = 60;
/** Maximum number of messages from one socket in a minute, far above what a shopper's taps cause. */
const EVENTS_PER_MINUTE = 120;
/** Milliseconds between two searches for ended sessions, in case the message about a session's end was lost. */
const SESSION_LOOK_MS = 60_000;

export const getUserRoomName = (userId: string): string => `user:${userId}`;
export const getSessionRoomName = (sessionId: string): string => `session:${sessionId}`;
export const getProductRoomName = (productId: string): string => `product:${productId}`;

export interface SocketServerOptions {
  httpServer: HttpServer;
  pool: pg.Pool;
  /** @returns true when the request comes from one of the shop's own pages. */
  isOwnPage: (headers: IncomingHttpHeaders) => boolean;
  addressOf: (request: IncomingMessage) => string;
  limits?: SocketLimits;
  /** Called when a page of another site requests a socket. */
  onForeignPage: (request: IncomingMessage) => void;
  /** @returns the user of an access token; null for an invalid one. */
  verifyToken: (token: string) => SocketUser | null;
  findEnded: (sessionIds: readonly string[]) => Promise<string[]>;
  hasEnded: (sessionId: string) => boolean;
  /** The server's clock; the event `hello` sends its time. */
  now: () => Date;
  onError: (error: Error) => void;
}

/**
 * Opens Socket.IO on the API's own server. Instances that share a database share events.
 * @returns the server and its close function.
 * @source jobs.md and accounts.md, offline.md section 7
 */
export function openSocketServer(options: SocketServerOptions): {
  io: LiveSocketServer;
  close: () => Promise<void>;
} {
  const reportForeignPage = onceASecond(options.onForeignPage);
  const io: LiveSocketServer = new Server(options.httpServer, {
    adapter: createPostgresAdapter(givingBackLost(options.pool), {
      errorHandler: options.onError,
      cleanupInterval: 60_000,
    }),
    // Events of a few hundred bytes are not compressed, because compression would cost 250 kB per connection.
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 4_096,
    allowRequest: (request, decide) => {
      const { headers } = request;
      const isAllowed = headers.origin === undefined || options.isOwnPage(headers);
      if (!isAllowed) reportForeignPage(request);
      decide(null, isAllowed && isWithinLimits(request));
    },
  });
  const isWithinLimits = limitSocketConnections(io, options.addressOf, options.limits);
  io.engine.on('flush', joinFrames);

  io.use(async (socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    const user = typeof token === 'string' ? options.verifyToken(token) : null;
    const refusal = user ? await refuseEnded(user, options) : new Error('unauthorized');
    if (user) socket.data = user;
    next(refusal);
  });
  io.on('connection', (socket) => {
    welcome(socket, options.now());
    const { sessionId, userId } = socket.data;
    // The session is checked again. It may have ended after the handshake's check and before the socket joined its
    // session's room.
    const isEnded = options.hasEnded(sessionId);
    const sockets = io.of('/').adapter.rooms.get(getUserRoomName(userId))?.size ?? 0;
    if (isEnded || sockets > SOCKETS_OF_A_SHOPPER) socket.disconnect(true);
  });
  const timer = setInterval(() => void cutEnded(io, options).catch(options.onError), SESSION_LOOK_MS);
  timer.unref();

  return {
    io,
    close: async () => {
      clearInterval(timer);
      await io.close();
    },
  };
}

function onceASecond(report: (request: IncomingMessage) => void): (request: IncomingMessage) => void {
  let second = -1;
  return (request) => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) report(request);
    second = now;
  };
}

/** Joins header and text of a WebSocket frame in one buffer, which halves the time of sending to many sockets. */
function joinFrames(_socket: unknown, packets: readonly Flushed[]): void {
  for (const { options } of packets) {
    const pieces = options?.wsPreEncodedFrame;
    if (pieces && pieces.length > 1) options.wsPreEncodedFrame = [Buffer.concat(pieces)];
  }
}

/** A packet that Socket.IO's engine is about to write. */
interface Flushed {
  /** Options of the packet. All sockets that receive it share this object, so the first one's change serves all. */
  options?: { wsPreEncodedFrame?: readonly Buffer[] };
}

type SessionLooks = Pick<SocketServerOptions, 'findEnded' | 'onError'>;

async function refuseEnded(
  user: SocketUser,
  { findEnded, onError }: SessionLooks,
): Promise<Error | undefined> {
  try {
    const ended = await findEnded([user.sessionId]);
    return ended.length > 0 ? new Error('unauthorized') : undefined;
  } catch (error) {
    onError(error as Error);
    return new Error('unavailable');
  }
}

/** Disconnects this instance's sockets of ended sessions, with one query. */
async function cutEnded(io: LiveSocketServer, { findEnded }: SessionLooks): Promise<void> {
  const sessionIds = new Set([...io.sockets.sockets.values()].map((socket) => socket.data.sessionId));
  if (sessionIds.size === 0) return;
  for (const id of await findEnded([...sessionIds]))
    io.local.in(getSessionRoomName(id)).disconnectSockets(true);
}

/** Wraps the pool so that lost connections are released, because Socket.IO forgets them and the pool would run out. */
function givingBackLost(pool: pg.Pool): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    const giveBack = client.release;
    const onEnd = (): void => giveBack.call(client, true);
    client.once('end', onEnd);
    client.release = (error) => {
      client.removeListener('end', onEnd);
      giveBack.call(client, error);
    };
    return client;
  };
  return { connect, query: pool.query.bind(pool) } as unknown as pg.Pool;
}

function welcome(socket: LiveSocket, now: Date): void {
  // The handshake's HTTP request is released. Otherwise it would stay in memory while the phone is connected.
  Object.assign(socket.conn, { request: null });
  void socket.join([getUserRoomName(socket.data.userId), getSessionRoomName(socket.data.sessionId)]);
  socket.emit('hello', { serverTime: now.toISOString() });

  let minute = 0;
  let heard = 0;
  socket.onAny(() => {
    const now = Math.floor(performance.now() / 60_000);
    heard = now === minute ? heard + 1 : 1;
    minute = now;
    if (heard > EVENTS_PER_MINUTE) socket.disconnect(true);
  });
  socket.on('watch_product', async (watch, done) => {
    const productId = productIdOf(watch);
    const watched = [...socket.rooms].filter((room) => room.startsWith(getProductRoomName('')));
    if (productId && watched.length < WATCHED_PRODUCTS_MAX) await socket.join(getProductRoomName(productId));
    acknowledge(done);
  });
  socket.on('unwatch_product', async (watch, done) => {
    const productId = productIdOf(watch);
    if (productId) await socket.leave(getProductRoomName(productId));
    acknowledge(done);
  });
}

/** Checks a product id sent by a client, which may be anything. @returns null for an invalid value. */
function productIdOf(watch: unknown): string | null {
  const productId = (watch as { productId?: unknown } | null | undefined)?.productId;
  return typeof productId === 'string' && isUuid(productId) ? productId : null;
}

function acknowledge(done: unknown): void {
  if (typeof done === 'function') done();
}
