import type { Server as HttpServer } from 'node:http';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import { isUuid } from '../uuid.ts';

/** Who a socket speaks for, proven by its access token. */
export interface SocketUser {
  userId: string;
  sessionId: string;
}

type SocketData = SocketUser;
export type LiveServer = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  Record<string, never>,
  SocketData
>;
type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>;

/** A socket watches the page it stands on; a few more for tabs that restore quickly. */
const WATCHED_PRODUCTS_MAX = 10;
const RECOVERY_MS = 2 * 60_000;

export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
export const productRoom = (productId: string): string => `product:${productId}`;

export interface SocketServerOptions {
  httpServer: HttpServer;
  pool: pg.Pool;
  /** Set: events go through Redis streams and missed ones are replayed. Else through PostgreSQL. */
  redisUrl: string | undefined;
  /** Names this shop among others on one Redis. */
  shopId: string;
  /** null: not a valid access token. */
  verifyToken: (token: string) => SocketUser | null;
  /** Instants for `hello`. */
  now: () => Date;
  onError: (error: Error) => void;
}

/**
 * Opens socket.io on the API's own server. Every instance on one database (or one Redis) shares its events.
 *
 * @returns the server and its end, to be called before the HTTP server closes.
 * @source domain.md sections 6 and 9, offline.md section 8
 */
export function openSocketServer(options: SocketServerOptions): {
  io: LiveServer;
  close: () => Promise<void>;
} {
  const redis = options.redisUrl ? new Redis(options.redisUrl, { maxRetriesPerRequest: null }) : null;
  redis?.on('error', options.onError);
  const io: LiveServer = new Server(options.httpServer, {
    adapter: redis
      ? createRedisAdapter(redis, redisNames(options.shopId))
      : createPostgresAdapter(options.pool, { errorHandler: options.onError, cleanupInterval: 60_000 }),
    // Compression costs a quarter of a megabyte a connection; the events are a few hundred bytes.
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 4_096,
    connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
  });

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    const user = typeof token === 'string' ? options.verifyToken(token) : null;
    if (!user) {
      next(new Error('unauthorized'));
      return;
    }
    socket.data = user;
    next();
  });
  io.on('connection', (socket) => welcome(socket, options.now()));

  return {
    io,
    close: async () => {
      await io.close();
      redis?.disconnect();
    },
  };
}

function redisNames(shopId: string) {
  const prefix = `ajora:${shopId}`;
  return { streamName: prefix, channelPrefix: prefix, sessionKeyPrefix: `${prefix}:session:` };
}

function welcome(socket: LiveSocket, now: Date): void {
  // The request holds the whole handshake in memory for as long as the phone is connected.
  Object.assign(socket.conn, { request: null });
  void socket.join([userRoom(socket.data.userId), sessionRoom(socket.data.sessionId)]);
  socket.emit('hello', { serverTime: now.toISOString() });

  socket.on('watch_product', async (watch, done) => {
    const productId = productIdOf(watch);
    const watched = [...socket.rooms].filter((room) => room.startsWith(productRoom('')));
    if (productId && watched.length < WATCHED_PRODUCTS_MAX) await socket.join(productRoom(productId));
    acknowledge(done);
  });
  socket.on('unwatch_product', async (watch, done) => {
    const productId = productIdOf(watch);
    if (productId) await socket.leave(productRoom(productId));
    acknowledge(done);
  });
}

/** What a client sends is of any shape. */
function productIdOf(watch: unknown): string | null {
  const productId = (watch as { productId?: unknown } | null | undefined)?.productId;
  return typeof productId === 'string' && isUuid(productId) ? productId : null;
}

function acknowledge(done: unknown): void {
  if (typeof done === 'function') done();
}
