import type { Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import { onApiAnswer } from './api-send.ts';

/**
 * The one socket of this tab. Features subscribe to events whether it is connected or not;
 * `app/Realtime.tsx` connects it after sign-in. Its library is a chunk of its own.
 */

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type EventName = keyof ServerToClientEvents;

/** Credentials, read at each connection attempt. */
interface LiveCredentials {
  token: string;
  userId: string;
}

export interface LiveOptions {
  /** null: signed out; nothing is sent. */
  credentials: () => LiveCredentials | null;
  /**
   * Called once after a refusal with the refused token. True: a new token is stored, reconnect. False with a valid
   * session: no response; reconnects at the next sign of a connection.
   */
  refreshToken: (usedToken: string) => Promise<boolean>;
  /** After each connect; `recovered`: missed events were replayed. */
  onConnect: (recovered: boolean) => void;
}

/** Hidden at least this long, a connection is not believed any more. @source offline.md section 7 */
export const SLEPT_MS = 45_000;

const handlers = new Map<EventName, Set<(payload: never) => void>>();
const watched = new Map<string, number>();
let socket: LiveSocket | null = null;
let epoch = 0;

/** @returns the unsubscription. */
export function onLive<E extends EventName>(
  event: E,
  handler: (payload: Parameters<ServerToClientEvents[E]>[0]) => void,
): () => void {
  const set = handlers.get(event) ?? new Set();
  handlers.set(event, set);
  set.add(handler as (payload: never) => void);
  return () => set.delete(handler as (payload: never) => void);
}

/** Asks for `group:progress` of a product while its page is open. @returns the end of watching. */
export function watchProduct(productId: string): () => void {
  const count = watched.get(productId) ?? 0;
  watched.set(productId, count + 1);
  if (count === 0) socket?.emit('watch_product', { productId });
  return () => {
    const left = (watched.get(productId) ?? 1) - 1;
    if (left > 0) {
      watched.set(productId, left);
      return;
    }
    watched.delete(productId);
    if (socket?.connected) socket.emit('unwatch_product', { productId });
  };
}

/**
 * Connects with the options of the specification.
 *
 * @returns the disconnection, to be called at sign-out.
 * @source spec section 9 (Socket), offline.md section 7
 */
export async function connectLive(options: LiveOptions): Promise<() => void> {
  epoch += 1;
  const mine = epoch;
  const { io } = await import('socket.io-client');
  if (mine !== epoch || !options.credentials()) return () => {};
  socket?.disconnect();

  let used: LiveCredentials | null = null;
  const opened: LiveSocket = io({
    transports: ['websocket', 'polling'],
    // Without it websocket-first never falls back to polling.
    tryAllTransports: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    auth: (give) => {
      used = options.credentials();
      give({ ...used });
    },
  });
  socket = opened;

  opened.onAny((event: string, payload: unknown) => {
    for (const handler of handlers.get(event as EventName) ?? []) handler(payload as never);
  });
  let hasRefreshed = false;
  let stopWaiting = () => {};
  opened.on('connect', () => {
    hasRefreshed = false;
    const credentials = options.credentials();
    if (credentials) opened.emit('user_online', credentials.userId);
    for (const productId of watched.keys()) opened.emit('watch_product', { productId });
    options.onConnect(opened.recovered);
  });
  // An inactive socket was refused by the server and does not retry by itself: its token is the reason.
  opened.on('connect_error', async (error) => {
    console.info('no live line', String(error));
    if (opened.active || hasRefreshed || !used) return;
    hasRefreshed = true;
    // Not the token of now: a call may have refreshed it while this connection was being refused.
    const isRenewed = await options.refreshToken(used.token);
    if (socket !== opened) return;
    if (isRenewed) {
      opened.connect();
    } else if (options.credentials()) {
      hasRefreshed = false;
      stopWaiting();
      stopWaiting = atSignOfLife(() => {
        if (!opened.active) opened.connect();
      });
    }
  });
  const stopWaking = reconnectAfterSleep(opened);

  return () => {
    stopWaking();
    stopWaiting();
    opened.disconnect();
    if (socket === opened) socket = null;
    epoch += 1;
  };
}

/** Calls back once, when the phone is online again or the API answered well. @returns the end of waiting. */
function atSignOfLife(handle: () => void): () => void {
  const handleLife = () => {
    stop();
    handle();
  };
  const unsubscribe = onApiAnswer((_askedAtMs, isGood) => {
    if (isGood) handleLife();
  });
  addEventListener('online', handleLife);
  const stop = () => {
    unsubscribe();
    removeEventListener('online', handleLife);
  };
  return stop;
}

/** After a sleep the socket may report a dead connection as connected. */
function reconnectAfterSleep(opened: LiveSocket): () => void {
  let hiddenAtMs: number | null = null;
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAtMs = Date.now();
    } else if (hiddenAtMs !== null && Date.now() - hiddenAtMs >= SLEPT_MS) {
      opened.disconnect().connect();
    }
  };
  document.addEventListener('visibilitychange', handleVisibility);
  return () => document.removeEventListener('visibilitychange', handleVisibility);
}
