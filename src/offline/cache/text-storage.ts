import type { Storage } from '../storage/storage.ts';

/** A synchronous storage in memory over records of the database: read once at the start, written behind. */

/** Of one record. */
const MAX_CHARS = 1_000_000;

export interface TextStorage {
  getItem(key: string): string | null;
  /** @throws {RangeError} above 1 MB. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** Fills a key from the disk, unless this tab wrote it already. Ends when the disk has answered, however late. */
  fill(key: string): Promise<void>;
  /** Ends when the disk has what was set so far, or refused it. */
  whenWritten(): Promise<unknown>;
}

/** @param mayWrite is asked before every write: whether the key still belongs to who uses the phone. */
export function createTextStorage(storage: Storage, mayWrite: (key: string) => boolean): TextStorage {
  const texts = new Map<string, string>();
  const writes = new Map<string, Promise<unknown>>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, value) {
      if (value.length > MAX_CHARS) throw new RangeError(`${key} is too large`);
      if (!mayWrite(key)) return;
      texts.set(key, value);
      writes.set(key, storage.write(key, value));
    },
    removeItem(key) {
      texts.delete(key);
      writes.set(key, storage.remove(key));
    },
    async fill(key) {
      const found = await storage.readDisk(key);
      if (typeof found === 'string' && !texts.has(key)) texts.set(key, found);
    },
    whenWritten: () => Promise.all(writes.values()),
  };
}
