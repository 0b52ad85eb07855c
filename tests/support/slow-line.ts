import { setTimeout as delay } from 'node:timers/promises';

/** Small enough that a slow answer trickles as on a phone instead of arriving in bursts. */
const PIECE_BYTES = 512;

/** One direction of a line with a fixed speed, shared by every connection that goes over it. */
export class SlowLine {
  /** Bytes that were held back so far. */
  carriedBytes = 0;
  #freeAtMs = 0;
  readonly #bytesPerMs: number;

  constructor(bitsPerSecond: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  /** Hands the bytes on piece by piece, at the speed of the line. */
  async carry(bytes: Buffer, write: (piece: Buffer) => void): Promise<void> {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      const piece = bytes.subarray(start, start + PIECE_BYTES);
      const beginMs = Math.max(performance.now(), this.#freeAtMs);
      this.#freeAtMs = beginMs + piece.length / this.#bytesPerMs;
      await delay(this.#freeAtMs - performance.now());
      this.carriedBytes += piece.length;
      write(piece);
    }
  }
}
