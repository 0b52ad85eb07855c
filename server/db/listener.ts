import pg from 'pg';
import { buildPgClientConfig, type DatabaseConnectOptions } from './connection/connect.ts';

/** Receives notifications (PostgreSQL's NOTIFY). Notifications may get lost, so callers must also poll. */
export interface DatabaseListener {
  /** Subscribes to a channel. @returns a function that stops listening. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 1_000;

export function openDatabaseListener(options: DatabaseConnectOptions): DatabaseListener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const hear = (message: pg.Notification): void => {
    for (const heard of channels.get(message.channel) ?? []) heard(message.payload ?? '');
  };

  const reconnectLater = (lost: pg.Client): void => {
    if (isClosed || client !== lost) return;
    client = undefined;
    void lost.end().catch(() => undefined);
    retryTimer = setTimeout(connect, RECONNECT_MS);
    retryTimer.unref();
  };

  const connect = (): void => {
    if (isClosed) return;
    const next = new pg.Client({ ...buildPgClientConfig(options), application_name: 'ajora-listener' });
    client = next;
    next.on('notification', hear);
    next.on('error', () => reconnectLater(next));
    next.on('end', () => reconnectLater(next));
    next
      .connect()
      .then(() => subscribe(next, [...channels.keys()]))
      .catch(() => reconnectLater(next));
  };

  connect();
  return {
    listen(channel, heard) {
      const known = channels.get(channel);
      if (known) known.add(heard);
      else {
        channels.set(channel, new Set([heard]));
        if (client) void subscribe(client, [channel]).catch(() => undefined);
      }
      return () => void channels.get(channel)?.delete(heard);
    },
    async close() {
      isClosed = true;
      clearTimeout(retryTimer);
      await client?.end().catch(() => undefined);
    },
  };
}

/** Last statement sent on each connection. The next one waits for it, because the driver accepts one at a time. */
const queues = new WeakMap<pg.Client, Promise<unknown>>();

async function subscribe(client: pg.Client, channels: string[]): Promise<void> {
  const commands = channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`).join(';');
  if (commands === '') return;
  const turn = (queues.get(client) ?? Promise.resolve()).then(() => client.query(commands));
  queues.set(
    client,
    turn.catch(() => undefined),
  );
  await turn;
}
