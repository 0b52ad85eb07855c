import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';

/**
 * Milliseconds of an outage during which events for other instances are queued. Sockets that were disconnected for
 * longer reload everything.
 */
const HELD_MS = 2 * 60_000;
const RETRY_MOST_MS = 2_000;

/** Called once when a second attempt has confirmed that Redis is unreachable, and once when it is back. */
interface RedisWatch {
  onLoss: (reason: string) => void;
  /** Called when Redis can be reached again, with the duration of the outage; null if no outage was reported. */
  onReturn: (awaySeconds: number | null) => void;
}

/** Sends live events through Redis. While Redis is unreachable, each instance still serves its own shoppers. */
interface RedisAdapterConnection {
  adapter: ReturnType<typeof createAdapter>;
  close(): Promise<void>;
}

/** Methods of Socket.IO's Redis adapter that its type declarations hide. */
interface Inner {
  doPublish(message: unknown): Promise<string>;
  persistSession(session: unknown): void;
  restoreSession(pid: string, offset: string): Promise<unknown>;
}

export interface SocketRedisAdapterOptions {
  url: string;
  /** Prefix that separates the messages of shops that share one Redis. */
  shopId: string;
  watch: RedisWatch;
}

export function openSocketRedisAdapter({
  url,
  shopId,
  watch,
}: SocketRedisAdapterOptions): RedisAdapterConnection {
  const redis = leavingNoneAlone(
    new Redis(url, {
      maxRetriesPerRequest: null,
      retryStrategy: (tries) => Math.min(tries * 100, RETRY_MOST_MS),
    }),
  );
  let awaySinceMs: number | null = null;
  let isTold = false;
  redis.on('close', () => {
    awaySinceMs ??= performance.now();
  });
  redis.on('error', (error: Error) => {
    if (!isTold) watch.onLoss(error.message);
    isTold = true;
  });
  redis.on('ready', () => {
    const awayMs = awaySinceMs === null ? 0 : performance.now() - awaySinceMs;
    watch.onReturn(isTold ? Math.round(awayMs / 1_000) : null);
    awaySinceMs = null;
    isTold = false;
  });
  const name = `ajora:${shopId}`;
  const createInner = createAdapter(redis, {
    streamName: name,
    channelPrefix: name,
    sessionKeyPrefix: `${name}:session:`,
  });
  const isThere = (): boolean => redis.status === 'ready';
  // Not an arrow function, because Socket.IO calls the adapter with `new`.
  function adapter(
    nsp: Parameters<RedisAdapterConnection['adapter']>[0],
  ): ReturnType<RedisAdapterConnection['adapter']> {
    const created = createInner(nsp);
    const inner = created as unknown as Inner;
    const publish = inner.doPublish.bind(inner);
    const persist = inner.persistSession.bind(inner);
    const restore = inner.restoreSession.bind(inner);
    // While Redis is unreachable, publishing throws, so that Socket.IO sends the event to local sockets at once.
    inner.doPublish = async (message) => {
      if (isThere()) return await publish(message);
      const isHeld = awaySinceMs === null || performance.now() - awaySinceMs < HELD_MS;
      if (isHeld) void publish(message).catch(() => undefined);
      throw new Error('Redis is away');
    };
    // While Redis is unreachable, no session is restored. A phone that reconnects then reloads everything.
    inner.persistSession = (session) => {
      if (isThere()) persist(session);
    };
    inner.restoreSession = async (pid, offset) => {
      if (isThere()) return await restore(pid, offset);
      throw new Error('Redis is away');
    };
    return created;
  }
  return {
    adapter,
    async close() {
      // The Redis command `quit` lets pending commands complete first.
      if (isThere()) await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

/** Handles errors of commands whose results nobody awaits, because an unhandled error would end the process. */
function leavingNoneAlone(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  const duplicate = redis.duplicate.bind(redis);
  redis.sendCommand = (command, stream) => {
    command.promise.catch(() => undefined);
    return send(command, stream);
  };
  redis.duplicate = (() => leavingNoneAlone(duplicate())) as Redis['duplicate'];
  return redis;
}
