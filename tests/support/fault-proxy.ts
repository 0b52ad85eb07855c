import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { FaultProxyConnection, type FaultProxyLink } from './fault-proxy-connection.ts';
import type { HttpRequestHead } from './request-splitter.ts';
import { SlowConnectionProxy } from './slow-line.ts';

/**
 * A rule applies one of these faults to a request.
 *
 * - `drop`: the connection is reset before a byte reaches the server.
 * - `hang`: nothing reaches the server and nothing comes back; the connection stays open.
 * - `hang-answer`: the server handles the request, but its reply never arrives.
 * - `hold-answer`: the server handles the request, and its reply arrives once the fault is lifted.
 * - `reset-after-request`: the whole request reaches the server, the client's connection is reset at once.
 * - `reset-before-response`: the server answers (so it has committed), the client gets a reset instead.
 * - `answer-500`, `answer-429`: nothing reaches the server; the client is answered as by a broken or busy one.
 * - `page-200`, `page-403`, `page-404`, `page-502`: nothing reaches the server; a foreign proxy answers with its own page.
 */
export type ProxyFaultKind =
  | 'drop'
  | 'hang'
  | 'hang-answer'
  | 'hold-answer'
  | 'reset-after-request'
  | 'reset-before-response'
  | CannedProxyResponse;

export type CannedProxyResponse =
  | 'answer-500'
  | 'answer-429'
  | 'page-200'
  | 'page-403'
  | 'page-404'
  | 'page-502';

interface FaultOptions {
  method?: string;
  /** Matched against path and query; absent: every request. */
  path?: RegExp;
  /** Maximum number of faulty requests; absent: all until `lift`. */
  times?: number;
}

/** The fault is active. A test must check `hits`, the number of times it occurred, or it proves nothing. */
interface Fault {
  readonly kind: ProxyFaultKind;
  readonly hits: number;
  lift(): void;
  /** Waits until the fault occurred that often. Throws after the timeout. */
  occurred(times?: number, timeoutMs?: number): Promise<void>;
}

/** The proxy can break the connection between browser and shop while both run. */
export interface FaultProxy {
  readonly port: number;
  readonly url: string;
  /** Requests so far, such as `POST /api/cart/add`. */
  readonly requests: string[];
  /** Connections reset or refused while offline. */
  readonly downHits: number;
  /** Reply bytes sent to clients, headers included. */
  readonly downBytes: number;
  /** Bytes sent over the slow connection. */
  readonly slowBytes: number;
  inject(kind: ProxyFaultKind, options?: FaultOptions): Fault;
  /**
   * Calls back once, at the next reply to such a request: before its first bytes are forwarded (`before`), or right
   * after that (`after`).
   */
  atAnswer(path: RegExp, when: 'before' | 'after', act: () => void): void;
  /** Simulates a lost network (true: all connections are reset, new ones refused) or restores it. */
  setDown(isDown: boolean): void;
  /** Every connection shares this speed each way; null: full speed. 40 000 is a bad 2G line. */
  setSpeed(bitsPerSecond: number | null): void;
  /** Interrupts and restores the network in turn; afterwards it is up. */
  flap(times: number, intervalMs: number): Promise<void>;
  /** Lifts every fault and restores the network at full speed. */
  heal(): void;
  close(): Promise<void>;
}

class ActiveFault implements Fault {
  hits = 0;
  isLifted = false;
  readonly lifted: Promise<void>;
  #noteLift: () => void = () => {};
  readonly kind: ProxyFaultKind;
  readonly options: FaultOptions;

  constructor(kind: ProxyFaultKind, options: FaultOptions) {
    this.kind = kind;
    this.options = options;
    this.lifted = new Promise((resolve) => {
      this.#noteLift = resolve;
    });
  }

  matches(head: HttpRequestHead): boolean {
    const { method, path, times } = this.options;
    if (this.isLifted || this.hits >= (times ?? Number.POSITIVE_INFINITY)) return false;
    return (!method || method === head.method) && (!path || path.test(head.path));
  }

  lift(): void {
    this.isLifted = true;
    this.#noteLift();
  }

  async occurred(times = 1, timeoutMs = 15_000): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (this.hits < times) {
      if (performance.now() > until) {
        throw new Error(
          `the fault ${this.kind} ${this.options.path ?? ''} occurred ${this.hits} of ${times} times`,
        );
      }
      await delay(20);
    }
  }
}

/**
 * Starts the proxy on a free port of 127.0.0.1.
 *
 * @param upstreamPort the shop's port; nothing needs to listen there yet.
 */
export async function startFaultProxy(upstreamPort: number, port = 0): Promise<FaultProxy> {
  const faults: ActiveFault[] = [];
  const connections = new Set<FaultProxyConnection>();
  const requests: string[] = [];
  let watchers: { path: RegExp; when: 'before' | 'after'; act: () => void }[] = [];
  let isDown = false;
  let downHits = 0;
  let slow: { up: SlowConnectionProxy; down: SlowConnectionProxy } | null = null;
  let slowBytesBefore = 0;
  let downBytes = 0;

  const line: FaultProxyLink = {
    upstreamPort,
    slowLine: (direction) => slow?.[direction] ?? null,
    countDown: (bytes) => {
      downBytes += bytes;
    },
    faultFor: (head) => {
      requests.push(`${head.method} ${head.path}`);
      const fault = faults.find((candidate) => candidate.matches(head));
      if (fault) fault.hits += 1;
      return fault ?? null;
    },
    answered: (head, when) => {
      const due = watchers.filter((watcher) => watcher.when === when && watcher.path.test(head.path));
      watchers = watchers.filter((watcher) => !due.includes(watcher));
      for (const watcher of due) watcher.act();
    },
  };

  const server = createServer({ allowHalfOpen: false }, (client: Socket) => {
    if (isDown) {
      downHits += 1;
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const connection = new FaultProxyConnection(client, line);
    connections.add(connection);
    client.on('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy has no port');

  const setDown = (down: boolean) => {
    isDown = down;
    if (!down) return;
    for (const connection of connections) {
      downHits += 1;
      connection.reset();
    }
  };
  const setSpeed = (bitsPerSecond: number | null) => {
    slowBytesBefore += slow ? slow.up.carriedBytes + slow.down.carriedBytes : 0;
    slow = bitsPerSecond
      ? { up: new SlowConnectionProxy(bitsPerSecond), down: new SlowConnectionProxy(bitsPerSecond) }
      : null;
  };

  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get downHits() {
      return downHits;
    },
    get downBytes() {
      return downBytes;
    },
    get slowBytes() {
      return slowBytesBefore + (slow ? slow.up.carriedBytes + slow.down.carriedBytes : 0);
    },
    inject(kind, options = {}) {
      const fault = new ActiveFault(kind, options);
      faults.push(fault);
      return fault;
    },
    atAnswer: (path, when, act) => void watchers.push({ path, when, act }),
    setDown,
    setSpeed,
    async flap(times, intervalMs) {
      for (let turn = 0; turn < times; turn += 1) {
        setDown(true);
        await delay(intervalMs);
        setDown(false);
        await delay(intervalMs);
      }
    },
    heal() {
      for (const fault of faults) fault.lift();
      watchers = [];
      setSpeed(null);
      setDown(false);
    },
    async close() {
      for (const connection of connections) connection.reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
