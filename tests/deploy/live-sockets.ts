import type { Agent } from 'node:https';
import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts';
import type { TestShopper } from '../support/shopper.ts';

/** The live line of one shopper, and what came over it. */
export interface LiveLine {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** The ids of the notifications, in the order in which they came. */
  notified: string[];
  /** How often the watched product's group was told. */
  progress: number;
  /** How often it was cut, or could not be opened again. */
  cuts: number;
  /** Takes the line down and up again, as a phone without a signal for a moment does. */
  reconnect(): void;
  close(): void;
}

interface LineOptions {
  /** A product whose page is open. */
  watched?: string;
  transports?: ('websocket' | 'polling')[];
  /** From an address of its own. */
  agent?: Agent;
}

/**
 * Opens a line as the app does.
 *
 * @param url the proxy's, or that of one instance.
 * @returns once the server has greeted it.
 */
export async function openLine(
  url: string,
  shopper: TestShopper,
  { watched, transports = ['websocket'], agent }: LineOptions = {},
): Promise<LiveLine> {
  const socket: LiveLine['socket'] = io(url, {
    transports,
    ...(agent ? { agent: agent as never } : {}),
    // Of the trial's own certificate.
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
