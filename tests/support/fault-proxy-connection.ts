import { connect, type Socket } from 'node:net';
import type { CannedProxyResponse, ProxyFaultKind } from './fault-proxy.ts';
import { type HttpRequestHead, type HttpRequestPart, HttpRequestSplitter } from './request-splitter.ts';
import type { SlowConnectionProxy } from './slow-line.ts';

/** A connection calls back into the proxy that it belongs to. */
export interface FaultProxyLink {
  upstreamPort: number;
  slowLine(direction: 'up' | 'down'): SlowConnectionProxy | null;
  countDown(bytes: number): void;
  /** Called once for each request; counts the fault it returns. */
  faultFor(head: HttpRequestHead): { kind: ProxyFaultKind; lifted: Promise<void> } | null;
  /** Called at a reply's first bytes, before and after they are forwarded. */
  answered(head: HttpRequestHead, when: 'before' | 'after'): void;
}

/** Answers have the shop's own error format, as from a busy or broken shop; pages come from a foreign proxy. */
const CANNED: Record<CannedProxyResponse, { status: string; heads: string[]; body: string }> = {
  'answer-500': {
    status: '500 Internal Server Error',
    heads: ['Content-Type: application/json'],
    body: ownError('internal', 'Something went wrong. Please try again.'),
  },
  'answer-429': {
    status: '429 Too Many Requests',
    heads: ['Content-Type: application/json', 'Retry-After: 1'],
    body: ownError('too_many_requests', 'Too many requests. Please wait a moment and try again.'),
  },
  'page-200': proxyPage('200 OK'),
  'page-403': proxyPage('403 Forbidden'),
  'page-404': proxyPage('404 Not Found'),
  'page-502': proxyPage('502 Bad Gateway'),
};

function ownError(code: string, message: string): string {
  return JSON.stringify({ success: false, message, msg: message, code, requestId: 'fault' });
}

function proxyPage(status: string) {
  const body = `<!doctype html><title>${status}</title><h1>${status}</h1>`;
  return { status, heads: ['Content-Type: text/html'], body };
}

function cannedAnswer(kind: CannedProxyResponse): string {
  const { status, heads, body } = CANNED[kind];
  return [`HTTP/1.1 ${status}`, ...heads, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
}

function isCanned(kind: ProxyFaultKind | null): kind is CannedProxyResponse {
  return kind !== null && kind in CANNED;
}

/** Each client connection has its own connection to the shop and the fault of the current request. */
export class FaultProxyConnection {
  readonly #client: Socket;
  readonly #line: FaultProxyLink;
  readonly #splitter = new HttpRequestSplitter();
  #upstream: Socket | null = null;
  #fault: ProxyFaultKind | null = null;
  /** Request without a reply so far. */
  #unanswered: HttpRequestHead | null = null;
  #isClientGone = false;
  /** Keeps the order of bytes while some wait for the slow connection. */
  #queues = { up: Promise.resolve(), down: Promise.resolve() };

  constructor(client: Socket, line: FaultProxyLink) {
    this.#client = client;
    this.#line = line;
    client.setNoDelay(true);
    client.on('data', (chunk) => {
      for (const part of this.#splitter.push(chunk)) this.#handle(part);
    });
    client.on('error', () => {});
    client.on('close', () => {
      this.#isClientGone = true;
      // The shop must still receive and process a request whose reply will be lost.
      if (!this.#keepsUpstream()) this.#upstream?.destroy();
    });
  }

  /** Resets both sides, as a lost connection does. */
  reset(): void {
    this.#client.resetAndDestroy();
    this.#upstream?.destroy();
  }

  #keepsUpstream(): boolean {
    return this.#fault === 'reset-after-request' || this.#fault === 'hang-answer';
  }

  #handle(part: HttpRequestPart): void {
    if (part.isFirst) {
      const fault = this.#line.faultFor(part.head);
      this.#fault = fault?.kind ?? null;
      if (fault?.kind === 'hold-answer') this.#queues.down = this.#queues.down.then(() => fault.lifted);
      this.#unanswered = part.head;
    }
    if (this.#fault === 'hang') return;
    if (isCanned(this.#fault)) {
      if (part.isLast) this.#client.write(cannedAnswer(this.#fault));
      return;
    }
    if (this.#fault === 'drop') {
      this.reset();
      return;
    }
    this.#send('up', part.bytes, this.#openUpstream());
    if (part.isLast && this.#fault === 'reset-after-request') {
      this.#queues.up = this.#queues.up.then(() => void this.#client.resetAndDestroy());
    }
  }

  #openUpstream(): Socket {
    if (this.#upstream && !this.#upstream.destroyed) return this.#upstream;
    const upstream = connect(this.#line.upstreamPort, '127.0.0.1');
    upstream.setNoDelay(true);
    upstream.on('data', (chunk) => this.#receive(chunk, upstream));
    upstream.on('error', () => this.#client.resetAndDestroy());
    upstream.on('close', () => {
      if (this.#fault === 'hang-answer') return;
      this.#queues.down = this.#queues.down.then(() => void this.#client.end());
    });
    this.#upstream = upstream;
    return upstream;
  }

  #receive(chunk: Buffer, upstream: Socket): void {
    if (this.#fault === 'hang-answer') return;
    const head = this.#unanswered;
    this.#unanswered = null;
    if (head) this.#line.answered(head, 'before');
    if (this.#fault === 'reset-before-response' || this.#isClientGone) {
      this.#client.resetAndDestroy();
      upstream.destroy();
      return;
    }
    this.#send('down', chunk, this.#client);
    if (head) this.#queues.down = this.#queues.down.then(() => this.#line.answered(head, 'after'));
  }

  #send(direction: 'up' | 'down', bytes: Buffer, target: Socket): void {
    const write = (piece: Buffer) => {
      if (!target.destroyed) target.write(piece);
    };
    if (direction === 'down') this.#line.countDown(bytes.length);
    const slow = this.#line.slowLine(direction);
    this.#queues[direction] = this.#queues[direction].then(() =>
      slow ? slow.carry(bytes, write) : write(bytes),
    );
  }
}
