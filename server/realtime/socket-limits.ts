import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { listIpRateLimitBuckets } from '../http/rate-limit.ts';

export interface SocketLimits {
  /** Maximum number of sockets of one IP address; large, because many phones of a town may share their carrier's. */
  ofAnAddress: number;
  /** Maximum number of sockets of one IP address on which nobody has signed in yet. */
  unprovenOfAnAddress: number;
  /** Milliseconds after which a connection that has sent no session token is closed. */
  provenWithinMs: number;
}

const SOCKET_LIMITS: SocketLimits = {
  ofAnAddress: 5_000,
  unprovenOfAnAddress: 500,
  provenWithinMs: 10_000,
};

interface Held {
  open: number;
  unproven: number;
}

type Connection = Socket['conn'];

/**
 * Limits open connections by IP address and disconnects those that send no session in time.
 * @returns whether another handshake from this IP address is accepted.
 * @source accounts.md
 */
export function limitSocketConnections(
  io: Pick<Server, 'engine' | 'on'>,
  addressOf: (request: IncomingMessage) => string,
  limits: SocketLimits = SOCKET_LIMITS,
): (request: IncomingMessage) => boolean {
  const held = new Map<string, Held>();
  const prove = new WeakMap<Connection, () => void>();

  const add = (subjects: readonly string[], change: Held): void => {
    for (const subject of subjects) {
      const { open, unproven } = held.get(subject) ?? { open: 0, unproven: 0 };
      const now = { open: open + change.open, unproven: unproven + change.unproven };
      if (now.open > 0) held.set(subject, now);
      else held.delete(subject);
    }
  };

  io.engine.on('connection', (connection: Connection) => {
    const subjects = listIpRateLimitBuckets(addressOf(connection.request)).map(({ subject }) => subject);
    add(subjects, { open: 1, unproven: 1 });
    let isUnproven = true;
    const timer = setTimeout(() => cut(connection), limits.provenWithinMs);
    timer.unref();
    const endWaiting = (): void => {
      clearTimeout(timer);
      if (isUnproven) add(subjects, { open: 0, unproven: -1 });
      isUnproven = false;
    };
    prove.set(connection, endWaiting);
    connection.once('close', () => {
      endWaiting();
      add(subjects, { open: -1, unproven: 0 });
    });
  });
  io.on('connection', (socket: Socket) => prove.get(socket.conn)?.());

  return (request) =>
    listIpRateLimitBuckets(addressOf(request)).every(({ subject, share }) => {
      const { open, unproven } = held.get(subject) ?? { open: 0, unproven: 0 };
      return open < limits.ofAnAddress * share && unproven < limits.unprovenOfAnAddress * share;
    });
}

/** Terminates a socket at once, because a client that never responds would delay a regular close by 30 s. */
function cut(connection: Connection): void {
  const { socket } = connection.transport as unknown as { socket?: { terminate(): void } };
  connection.close(true);
  socket?.terminate();
}
