import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';

/** How long what other instances should hear waits for a Redis that is away; sockets recover no further back. */
const HELD_MS = 2 * 60_000;
const RETRY_MOST_MS = 2_000;

/** Told once at a loss that a second try confirmed, and once at the return. */
interface RedisWatch {
  onLoss: (reason: string) => void;
  /** Also at the first connection of all; null: no loss was told. */
  onReturn: (awaySeconds: number | null) => void;
}

/** Live events through Redis. While it is away each instance goes on telling its own shoppers, and nobody waits. */
interface RedisLine {
  adapter: ReturnType<typeof createAdapter>;
  close(): Promise<void>;
}

/** What the library's adapter does for itself; its types hide it. */
interface Inner {
  doPublish(message: unknown): Promise<string>;
  persistSession(session: unknown): void;
  restoreSession(pid: string, offset: string): Promise<unknown>;
}

export interface RedisLineOptions {
  url: string;
  /** Names this shop among others on one Redis. */
  shopId: string;
  watch: RedisWatch;
}

export function openRedisLine({ url, shopId, watch }: RedisLineOptions): RedisLine {
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
  // A declaration: the library calls it with `new`.
  function adapter(nsp: Parameters<RedisLine['adapter']>[0]): ReturnType<RedisLine['adapter']> {
    const created = createInner(nsp);
    const inner = created as unknown as Inner;
    const publish = inner.doPublish.bind(inner);
    const persist = inner.persistSession.bind(inner);
    const restore = inner.restoreSession.bind(inner);
    // The library tells its own sockets only once Redis has taken the event, or at once when it has refused it.
    inner.doPublish = async (message) => {
      if (isThere()) return await publish(message);
      const isHeld = awaySinceMs === null || performance.now() - awaySinceMs < HELD_MS;
      if (isHeld) void publish(message).catch(() => undefined);
      throw new Error('Redis is away');
    };
    // A phone that comes back reads everything anew when its session cannot be found: it must not wait for that.
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
      // What was sent is answered first.
      if (isThere()) await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

/** The adapter looks at the answers of some commands never: what is given up at the end of a process is no error. */
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
