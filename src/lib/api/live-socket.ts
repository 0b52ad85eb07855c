import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import { onApiResponse } from './api-send.ts';

/** Manages the tab's socket connection. Features may subscribe to its events before it is connected. */

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type EventName = keyof ServerToClientEvents;

/** Credentials that the socket sends at each connection attempt. */
interface LiveCredentials {
  token: string;
  userId: string;
}

export interface LiveSocketOptions {
  /** @returns the credentials of the next connection; null when nobody is signed in, and nothing connects then. */
  credentials: () => LiveCredentials | null;
  /**
   * Called after a refused connection with the refused token. True: the socket reconnects with the new token. False:
   * the server did not respond, so the socket waits.
   */
  refreshToken: (usedToken: string) => Promise<boolean>;
  /** Called after each connect. Events that were sent before it are lost. */
  onConnect: () => void;
}

/**
 * A page that was hidden for longer than this time may have a dead connection without an error.
 * @source offline.md section 7
 */
export const SOCKET_STALE_AFTER_HIDDEN_MS = 45_000;

const OPTIONS: Partial<ManagerOptions & SocketOptions> = {
  transports: ['websocket', 'polling'],
  // The library falls back from websocket to polling only with this option.
  tryAllTransports: true,
  reconnection: true,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
};

type Handler = (payload: never) => void;

/** Manages one socket at a time. Event handlers and watched products stay registered while it is disconnected. */
function createReconnectingSocket() {
  const handlers = new Map<EventName, Set<Handler>>();
  const watched = new Map<string, number>();
  let socket: LiveSocket | null = null;
  let epoch = 0;
  let serverAheadMs = 0;
  return {
    serverNowMs: () => Date.now() + serverAheadMs,
    on: <E extends EventName>(
      event: E,
      handler: (payload: Parameters<ServerToClientEvents[E]>[0]) => void,
    ) => {
      const set = handlers.get(event) ?? new Set();
      handlers.set(event, set);
      set.add(handler as Handler);
      return () => set.delete(handler as Handler);
    },
    watch: (productId: string) => {
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
    },
    connect: async (options: LiveSocketOptions): Promise<() => void> => {
      epoch += 1;
      const mine = epoch;
      const { io } = await import('socket.io-client');
      if (mine !== epoch || !options.credentials()) return () => {};
      socket?.disconnect();
      let used: LiveCredentials | null = null;
      const opened: LiveSocket = io({
        ...OPTIONS,
        auth: (give) => {
          used = options.credentials();
          give({ ...used });
        },
      });
      socket = opened;
      opened.onAny((event: string, payload: unknown) => {
        for (const handler of handlers.get(event as EventName) ?? []) handler(payload as never);
      });
      opened.on('hello', ({ serverTime }) => {
        serverAheadMs = Date.parse(serverTime) - Date.now();
      });
      opened.on('connect', () => {
        const credentials = options.credentials();
        if (credentials) opened.emit('user_online', credentials.userId);
        for (const productId of watched.keys()) opened.emit('watch_product', { productId });
        options.onConnect();
      });
      const stopAnswering = answerRefusals(opened, options, () => (socket === opened ? used : null));
      const stopWaking = reconnectAfterSleep(opened);
      return () => {
        stopWaking();
        stopAnswering();
        opened.disconnect();
        if (socket === opened) socket = null;
        epoch += 1;
      };
    },
  };
}

/**
 * Refreshes the token after the server refused a connection, and connects again, which the library does not do.
 * @param readUsedCredentials returns the refused credentials; null: a newer socket has replaced this one.
 */
function answerRefusals(
  opened: LiveSocket,
  options: LiveSocketOptions,
  readUsedCredentials: () => LiveCredentials | null,
): () => void {
  let hasRefreshed = false;
  let stopWaiting = () => {};
  opened.on('connect', () => {
    hasRefreshed = false;
  });
  opened.on('connect_error', async (error) => {
    console.info('no live line', String(error));
    const used = readUsedCredentials();
    if (opened.active || hasRefreshed || !used) return;
    hasRefreshed = true;
    // The refused token is passed, because no refresh is needed if an API call has stored a new token by now.
    const isRenewed = await options.refreshToken(used.token);
    if (!readUsedCredentials()) return;
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
  return () => stopWaiting();
}

const liveSocket = createReconnectingSocket();

/** @returns a function that unsubscribes. */
export const onLiveSocketEvent = liveSocket.on;

/** @returns the current time by the server's clock; until the socket has first connected, by the phone's. */
export const getServerNowMs = liveSocket.serverNowMs;

/** Subscribes to a product's `group:progress` events while its page is open. @returns a function that unsubscribes. */
export const subscribeGroupProgress = liveSocket.watch;

/**
 * Connects the socket.
 * @returns a function that disconnects at sign-out.
 * @source spec section 9 (Socket), offline.md section 7
 */
export const connectLiveSocket = liveSocket.connect;

/** Calls back once, when the phone is online again or any API call succeeds. @returns a function that cancels. */
function atSignOfLife(handle: () => void): () => void {
  const handleLife = () => {
    stop();
    handle();
  };
  const unsubscribe = onApiResponse((_askedAtMs, isGood) => {
    if (isGood) handleLife();
  });
  addEventListener('online', handleLife);
  const stop = () => {
    unsubscribe();
    removeEventListener('online', handleLife);
  };
  return stop;
}

/** Reconnects after the phone slept, because the socket may still report a dead connection as connected. */
function reconnectAfterSleep(opened: LiveSocket): () => void {
  let hiddenAtMs: number | null = null;
  const handleVisibility = () => {
    if (document.visibilityState === 'hidden') {
      hiddenAtMs = Date.now();
    } else if (hiddenAtMs !== null && Date.now() - hiddenAtMs >= SOCKET_STALE_AFTER_HIDDEN_MS) {
      opened.disconnect().connect();
    }
  };
  document.addEventListener('visibilitychange', handleVisibility);
  return () => document.removeEventListener('visibilitychange', handleVisibility);
}
