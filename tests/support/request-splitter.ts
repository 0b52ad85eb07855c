/** The head of a request is enough to choose a fault for it. */
export interface HttpRequestHead {
  method: string;
  /** Path with query, as sent. */
  path: string;
  /** Set for a web socket; later bytes are not HTTP. */
  isUpgrade: boolean;
}

/** A piece of the byte stream belongs to one request: its head, and whether the piece ends it. */
export interface HttpRequestPart {
  head: HttpRequestHead;
  bytes: Buffer;
  isFirst: boolean;
  isLast: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('0\r\n\r\n');

/**
 * Splits the bytes of one kept-alive connection into requests.
 *
 * It handles content-length, chunked bodies and upgrades, because browsers and `fetch` send only these.
 */
export class HttpRequestSplitter {
  #pending = Buffer.alloc(0);
  #head: HttpRequestHead | null = null;
  #left: number | 'chunked' | 'forever' = 0;

  push(chunk: Buffer): HttpRequestPart[] {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    const parts: HttpRequestPart[] = [];
    for (;;) {
      const part = this.#head ? this.#takeBody(this.#head) : this.#takeHead();
      if (!part) return parts;
      parts.push(part);
    }
  }

  #takeHead(): HttpRequestPart | null {
    const end = this.#pending.indexOf(HEAD_END);
    if (end < 0) return null;
    const bytes = this.#take(end + HEAD_END.length);
    const text = bytes.toString('latin1');
    const [method = '', path = ''] = text.split(' ', 2);
    const head = { method, path, isUpgrade: /^upgrade:/im.test(text) };
    this.#left = bodyLength(text, head.isUpgrade);
    this.#head = this.#left === 0 ? null : head;
    return { head, bytes, isFirst: true, isLast: this.#left === 0 };
  }

  #takeBody(head: HttpRequestHead): HttpRequestPart | null {
    if (this.#pending.length === 0) return null;
    if (this.#left === 'forever') {
      return { head, bytes: this.#take(this.#pending.length), isFirst: false, isLast: false };
    }
    if (this.#left === 'chunked') {
      const end = this.#pending.indexOf(CHUNKS_END);
      if (end < 0) return null;
      this.#head = null;
      return { head, bytes: this.#take(end + CHUNKS_END.length), isFirst: false, isLast: true };
    }
    const bytes = this.#take(Math.min(this.#left, this.#pending.length));
    this.#left -= bytes.length;
    const isLast = this.#left === 0;
    if (isLast) this.#head = null;
    return { head, bytes, isFirst: false, isLast };
  }

  #take(length: number): Buffer {
    const bytes = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return bytes;
  }
}

function bodyLength(headText: string, isUpgrade: boolean): number | 'chunked' | 'forever' {
  if (isUpgrade) return 'forever';
  if (/^transfer-encoding:.*chunked/im.test(headText)) return 'chunked';
  return Number(/^content-length:\s*(\d+)/im.exec(headText)?.[1] ?? 0);
}
