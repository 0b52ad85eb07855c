import { setTimeout as delay } from 'node:timers/promises';

/** Pieces are small, so that a slow reply arrives evenly, as on a phone, and not in bursts. */
const PIECE_BYTES = 512;

/** Limits the speed of one direction; all connections share it. */
export class SlowConnectionProxy {
  /** Bytes delayed so far. */
  carriedBytes = 0;
  #freeAtMs = 0;
  readonly #bytesPerMs: number;

  constructor(bitsPerSecond: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  /** Forwards the bytes piece by piece, at the limited speed. */
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
