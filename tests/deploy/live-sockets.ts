import type { Agent } from 'node:https';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import type { TestShopper } from '../support/shopper.ts';

/** The live connection of one shopper, and what came over it. */
export interface LiveLine {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** The ids of the notifications, in the order of arrival. */
  notified: string[];
  /** How many events about the watched product's group came. */
  progress: number;
  /** How often the connection was cut or could not be opened again. */
  cuts: number;
  /** Closes and reopens the connection, as a phone does that loses its signal for a moment. */
  reconnect(): void;
  close(): void;
}

interface LineOptions {
  /** The product whose page is open. */
  watched?: string;
  transports?: ('websocket' | 'polling')[];
  /** Connects from another address. */
  agent?: Agent;
}

/**
 * Opens a live connection as the app does.
 *
 * @param url the address of the proxy or of one instance.
 * @returns once the server has sent its greeting.
 */
export async function openLine(
  url: string,
  shopper: TestShopper,
  { watched, transports = ['websocket'], agent }: LineOptions = {},
): Promise<LiveLine> {
  const socket: LiveLine['socket'] = io(url, {
    transports,
    ...(agent ? { agent: agent as never } : {}),
    // The certificate is the test's own.
    rejectUnauthorized: false,
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 1_000,
    auth: { token: shopper.session.token, userId: shopper.id },
  });
  const line: LiveLine = {
    socket,
    notified: [],
    progress: 0,
    cuts: 0,
    reconnect: () => void socket.io.engine.close(),
    close: () => void socket.disconnect(),
  };
  socket.on('notification:new', ({ _id }) => void line.notified.push(_id));
  socket.on('group:progress', () => {
    line.progress += 1;
  });
  for (const event of ['disconnect', 'connect_error'] as const)
    socket.on(event, () => {
      line.cuts += 1;
    });
  socket.on('connect', () => {
    if (watched) socket.emit('watch_product', { productId: watched });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('hello', () => resolve());
    setTimeout(() => reject(new Error(`no greeting from ${url}`)), 20_000).unref();
  });
  return line;
}
