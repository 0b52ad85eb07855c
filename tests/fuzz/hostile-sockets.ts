import { io, type Socket } from 'socket.io-client';
import type { SeededRandomDraws } from '../support/seeded-random.ts';
import type { Scene } from './fuzz-shop.ts';
import { hostileKey, hostileValue } from './hostile-values.ts';

const EVENTS = [
  'watch_product',
  'watch_product',
  'unwatch_product',
  'user_online',
  'notification:new',
  'hello',
];
const EVENTS_PER_SOCKET = 8;

/**
 * Opens a socket that sends hostile events and then a valid one.
 *
 * @returns whether the valid one was answered. A server that closed or refused the socket owes no answer.
 */
export async function playHostileSocket(
  draw: SeededRandomDraws,
  url: string,
  scene: Scene,
): Promise<'answered' | 'cut'> {
  const token = draw.chance(0.75) ? scene.owner.token : hostileValue(draw);
  const socket: Socket = io(url, {
    transports: [draw.chance(0.8) ? 'websocket' : 'polling'],
    forceNew: true,
    reconnection: false,
    auth: { token, userId: hostileValue(draw) } as Record<string, unknown>,
  });
  try {
    return await new Promise((resolve) => {
      socket.on('connect_error', () => resolve('cut'));
      socket.on('disconnect', () => resolve('cut'));
      socket.on('connect', () => {
        for (let sent = 0; sent < EVENTS_PER_SOCKET; sent += 1) emitHostile(draw, socket, scene);
        socket.emit('watch_product', { productId: scene.things.productId }, () => resolve('answered'));
      });
    });
  } finally {
    socket.disconnect();
  }
}

function emitHostile(draw: SeededRandomDraws, socket: Socket, { things }: Scene): void {
  const event = draw.chance(0.8) ? draw.pick(EVENTS) : `x${hostileKey(draw)}`;
  const payload = draw.pick([
    { productId: things.productId },
    { productId: hostileValue(draw) },
    hostileValue(draw),
    Buffer.alloc(draw.pick([1, 3_000])),
    [Buffer.alloc(10), { productId: Buffer.alloc(10) }],
  ]);
  const more = draw.chance(0.3) ? [hostileValue(draw)] : [];
  if (draw.chance(0.3)) socket.emit(event, payload, ...more, () => undefined);
  else socket.emit(event, payload, ...more);
}
