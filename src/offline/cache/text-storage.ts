import { diskBack } from '../disk-back.ts';
import { deleteRecord, readFrom, writeRecord } from '../idb.ts';

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
export function createTextStorage(mayWrite: (key: string) => boolean): TextStorage {
  const texts = new Map<string, string>();
  const writes = new Map<string, Promise<unknown>>();
  /** What the disk refuses lives in memory. */
  const note = (key: string, write: Promise<unknown>) =>
    writes.set(
      key,
      write.catch(() => undefined),
    );

  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, value) {
      if (value.length > MAX_CHARS) throw new RangeError(`${key} is too large`);
      if (!mayWrite(key)) return;
      texts.set(key, value);
      note(key, writeRecord(key, value));
    },
    removeItem(key) {
      texts.delete(key);
      note(key, deleteRecord(key));
    },
    async fill(key) {
      let found = await readFrom<unknown>(key);
      while (found.kept === 'memory') {
        await diskBack();
        found = await readFrom<unknown>(key);
      }
      if (typeof found.value === 'string' && !texts.has(key)) texts.set(key, found.value);
    },
    whenWritten: () => Promise.all(writes.values()),
  };
}
