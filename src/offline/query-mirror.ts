import { whenIdle } from '../lib/when-idle.ts';
import { deleteRecord, readFrom, writeRecord } from './idb.ts';

/**
 * A synchronous storage in memory over records of the database: read once at the start, written behind when
 * the page is idle. A hidden tab writes nothing after its flush, so the last visible tab wins.
 */

/** Of one record. */
export const MAX_CHARS = 1_000_000;

class TooLargeError extends Error {}

export interface QueryMirror {
  getItem(key: string): string | null;
  /** @throws {TooLargeError} above 1 MB. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Fills a key from the disk, unless this tab wrote it already. @returns false while the disk does not answer. */
  fill(key: string): Promise<boolean>;
  /** Writes everything at once that waits for an idle moment. Ends when the disk has it, or refused it. */
  flush(): Promise<void>;
  /** Forgets what waits; from now on nothing is taken or written. */
  close(): void;
}

/** @param mayWrite asked before every write: whether the key still belongs to who uses the phone. */
export function createQueryMirror(mayWrite: (key: string) => boolean): QueryMirror {
  const items = new Map<string, string>();
  const waiting = new Set<string>();
  /** Keys that the disk refused: they live in memory for the rest of the session. */
  const refused = new Set<string>();
  let isQueued = false;
  let isClosed = false;

  function queue(): void {
    if (isQueued || document.visibilityState === 'hidden') return;
    isQueued = true;
    whenIdle(() => {
      isQueued = false;
      if (isClosed) return;
      if (document.visibilityState !== 'hidden') void write();
    });
  }

  async function write(): Promise<void> {
    const keys = [...waiting];
    waiting.clear();
    await Promise.all(keys.map(writeOne));
  }

  async function writeOne(key: string): Promise<void> {
    const value = items.get(key);
    if (value === undefined || refused.has(key) || !mayWrite(key)) return;
    await writeRecord(key, value).catch(() => refused.add(key));
  }

  return {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      // The library's own delay outlives the end of following.
      if (isClosed) return;
      if (value.length > MAX_CHARS) throw new TooLargeError(key);
      items.set(key, value);
      waiting.add(key);
      queue();
    },
    removeItem(key) {
      items.delete(key);
      waiting.delete(key);
      void deleteRecord(key).catch(() => undefined);
    },
    async fill(key) {
      const { value, kept } = await readFrom<unknown>(key).catch(() => ({ value: undefined, kept: 'disk' }));
      if (typeof value === 'string' && !items.has(key)) items.set(key, value);
      return kept === 'disk';
    },
    flush: write,
    close() {
      isClosed = true;
      waiting.clear();
    },
  };
}
