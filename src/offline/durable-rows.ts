import { changeRecords, isDurable, type Kept, listRecords, type RecordChange } from './idb.ts';

/**
 * Rows that must not be lost: one record each in IndexedDB, and in local storage while IndexedDB cannot keep
 * them (blocked, hung or full). Where neither does, memory can hold a row as long as the tab lives. All places are
 * read together; a row moves back as soon as it can.
 */

const FALLBACK_ROWS = 100;

type Rows<T> = [key: string, row: T][];

/** Nothing on this phone can keep the row, so the action must not be promised. */
export class NotKeptError extends Error {
  override name = 'NotKeptError';
}

export interface DurableRows {
  /** @returns the rows under a prefix in the order of their keys. */
  list(prefix: string): Promise<Rows<unknown>>;
  /**
   * Reads and changes rows in one step that no other tab interrupts.
   *
   * @param edit synchronous, may run more than once.
   * @param last `memory`: a row that this phone cannot save is held in memory.
   * @throws {NotKeptError} when a row to put can be kept nowhere.
   */
  change<Result>(
    prefix: string,
    edit: (rows: Rows<unknown>) => RecordChange<Result>,
    last?: 'memory',
  ): Promise<Result>;
}

/**
 * @param fallbackName names the rows in local storage, one key a row: what stands in for the database has no
 * transactions, and a tab that wrote a list would take from it what another wrote at the same time.
 */
export function durableRows(fallbackName: string): DurableRows {
  const ownPrefix = `${fallbackName} `;
  const keyOf = (row: string) => `${ownPrefix}${row}`;
  const memory = new Map<string, unknown>();

  const readMemory = (prefix: string) => [...memory].filter(([key]) => key.startsWith(prefix));

  function readFallback(prefix: string): Rows<unknown> {
    try {
      const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(keyOf(prefix)))
        .flatMap((key) => readEntry(key.slice(ownPrefix.length), localStorage.getItem(key)));
    } catch {
      return [];
    }
  }

  function dropFallback(keys: Iterable<string>): void {
    try {
      for (const key of keys) localStorage.removeItem(keyOf(key));
    } catch {
      // A refused storage holds none.
    }
  }

  function applyToMemory({ put = [], remove = [] }: RecordChange<unknown>): void {
    dropFallback(remove);
    for (const key of remove) memory.delete(key);
    for (const [key, row] of put) memory.set(key, row);
  }

  function applyToFallback({ put = [], remove = [] }: RecordChange<unknown>): void {
    const before = new Map(readFallback(''));
    const after = new Set([...before.keys(), ...put.map(([key]) => key)]);
    for (const key of remove) after.delete(key);
    if (after.size > Math.max(before.size, FALLBACK_ROWS)) throw new NotKeptError('too many rows wait');
    dropFallback(remove);
    const keep = (rows: Iterable<readonly [string, unknown]>) => {
      for (const [key, row] of rows) localStorage.setItem(keyOf(key), JSON.stringify(row));
    };
    try {
      keep(put);
    } catch {
      // All or nothing: as it was before.
      dropFallback(put.map(([key]) => key));
      keep([...before].filter(([key]) => remove.includes(key) || put.some(([changed]) => changed === key)));
      throw new NotKeptError('local storage does not keep the row');
    }
    for (const key of [...remove, ...put.map(([changed]) => changed)]) memory.delete(key);
  }

  /** Without a database the other tabs are met in local storage; this tab's memory would know only itself. */
  async function readDisk(prefix: string): Promise<Rows<unknown>> {
    const rows = isDurable() ? await listRecords(prefix).catch(() => []) : [];
    return isDurable() ? rows : [];
  }

  return {
    list: async (prefix) => merge(await readDisk(prefix), readFallback(prefix), readMemory(prefix)),

    async change(prefix, edit, last) {
      let change: RecordChange<unknown> = { result: undefined };
      let stranded: Rows<unknown> = [];
      let kept: Kept = 'memory';
      try {
        if (isDurable()) {
          const outcome = await changeRecords<unknown, unknown>(prefix, (records) => {
            stranded = merge(readFallback(prefix), readMemory(prefix));
            change = edit(merge(records, stranded));
            const removed = new Set(change.remove);
            const moved = stranded.filter(([key]) => !removed.has(key));
            return { ...change, put: [...moved, ...(change.put ?? [])] };
          });
          kept = outcome.kept;
        }
      } catch (error) {
        if (!isStorageFault(error)) throw error;
      }
      if (kept === 'disk') {
        // Not what another tab, or a change that found the disk full, put there since.
        const moved = new Map(stranded.map(([key, row]) => [key, JSON.stringify(row)]));
        const isMoved = ([key, row]: [string, unknown]) => moved.get(key) === JSON.stringify(row);
        dropFallback(
          readFallback(prefix)
            .filter(isMoved)
            .map(([key]) => key),
        );
        for (const [key] of readMemory(prefix).filter(isMoved)) memory.delete(key);
        return change.result as never;
      }
      change = edit(merge(await readDisk(prefix), readFallback(prefix), readMemory(prefix)));
      const { remove } = change;
      if (isDurable() && remove?.length) {
        await changeRecords(prefix, () => ({ remove, result: undefined })).catch(() => undefined);
      }
      try {
        applyToFallback(change);
      } catch (error) {
        if (last !== 'memory') throw error;
        applyToMemory(change);
      }
      return change.result as never;
    },
  };
}

function isStorageFault(error: unknown): boolean {
  return error instanceof DOMException;
}

/** A damaged row is nobody's word. */
function readEntry(key: string, text: string | null): Rows<unknown> {
  try {
    return text === null ? [] : [[key, JSON.parse(text)]];
  } catch {
    return [];
  }
}

/** A later place has the newer row. */
function merge(...places: Rows<unknown>[]): Rows<unknown> {
  return [...new Map(places.flat())].sort(([a], [b]) => (a < b ? -1 : 1));
}
