import { changeRecords, isDurable, type Kept, listRecords, type RecordChange } from './idb.ts';

/**
 * Rows that must not be lost: one record each in IndexedDB, and in local storage while IndexedDB cannot keep
 * them (blocked, hung or full). Both places are read together; a row moves back as soon as it can.
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
   * @throws {NotKeptError} when a row to put can be kept nowhere.
   */
  change<Result>(prefix: string, edit: (rows: Rows<unknown>) => RecordChange<Result>): Promise<Result>;
}

/** @param fallbackKey the local storage key that stands in for the database. */
export function durableRows(fallbackKey: string): DurableRows {
  function readFallback(): Rows<unknown> {
    try {
      const rows: unknown = JSON.parse(localStorage.getItem(fallbackKey) ?? '[]');
      return Array.isArray(rows) ? rows.filter(isEntry) : [];
    } catch {
      return [];
    }
  }

  function writeFallback(rows: Rows<unknown>, isPromise: boolean): void {
    if (rows.length > FALLBACK_ROWS) throw new NotKeptError('too many rows wait');
    try {
      if (rows.length === 0) localStorage.removeItem(fallbackKey);
      else localStorage.setItem(fallbackKey, JSON.stringify(rows));
    } catch {
      if (isPromise) throw new NotKeptError('local storage does not keep the row');
    }
  }

  function applyToFallback(change: RecordChange<unknown>): void {
    const rows = new Map(readFallback());
    for (const key of change.remove ?? []) rows.delete(key);
    for (const [key, row] of change.put ?? []) rows.set(key, row);
    writeFallback([...rows], (change.put ?? []).length > 0);
  }

  /** Without a database the other tabs are met in local storage; this tab's memory would know only itself. */
  async function readDisk(prefix: string): Promise<Rows<unknown>> {
    const rows = isDurable() ? await listRecords(prefix).catch(() => []) : [];
    return isDurable() ? rows : [];
  }

  return {
    list: async (prefix) => merge(await readDisk(prefix), under(prefix, readFallback())),

    async change(prefix, edit) {
      let change: RecordChange<unknown> = { result: undefined };
      let stranded: Rows<unknown> = [];
      let kept: Kept = 'memory';
      try {
        if (isDurable()) {
          const outcome = await changeRecords<unknown, unknown>(prefix, (records) => {
            stranded = under(prefix, readFallback());
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
        const left = readFallback().filter(([key, row]) => moved.get(key) !== JSON.stringify(row));
        writeFallback(left, false);
        return change.result as never;
      }
      change = edit(merge(await readDisk(prefix), under(prefix, readFallback())));
      const { remove } = change;
      if (isDurable() && remove?.length) {
        await changeRecords(prefix, () => ({ remove, result: undefined })).catch(() => undefined);
      }
      applyToFallback(change);
      return change.result as never;
    },
  };
}

function isStorageFault(error: unknown): boolean {
  return error instanceof DOMException;
}

function isEntry(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && typeof value[0] === 'string';
}

function under(prefix: string, rows: Rows<unknown>): Rows<unknown> {
  return rows.filter(([key]) => key.startsWith(prefix));
}

function merge(first: Rows<unknown>, second: Rows<unknown>): Rows<unknown> {
  return [...new Map([...first, ...second])].sort(([a], [b]) => (a < b ? -1 : 1));
}
