import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/**
 * The one IndexedDB database of the app: one store, prefixed keys, one key per record, so that tabs never
 * overwrite each other's intents. A browser whose database hangs or fails twice works from memory instead.
 */

const DATABASE_NAME = 'app-offline';
const STORE_NAME = 'kv';
const CALL_TIMEOUT_MS = 1_500;
const FAILED_CALLS_BEFORE_MEMORY = 2;

/** Where a record lies: on the phone's disk, or only in this tab until it ends. */
export type Kept = 'disk' | 'memory';

/** What a read-and-write step makes of the records it was shown. */
export interface RecordChange<Result> {
  put?: ReadonlyArray<readonly [key: string, value: unknown]>;
  remove?: readonly string[];
  result: Result;
}

class IdbTimeoutError extends Error {}

let store: UseStore | null = null;
let failedCalls = 0;
const memory = new Map<string, unknown>();

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new IdbTimeoutError('IndexedDB did not answer')), CALL_TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A full disk or a value that cannot be stored is the call's own fault: the connection is sound. */
function isConnectionFault(error: unknown): boolean {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return name !== 'QuotaExceededError' && name !== 'DataCloneError' && name !== 'DataError';
}

/** False once this session works from memory: what is written then is gone after a reload. */
export function isDurable(): boolean {
  return typeof indexedDB !== 'undefined' && failedCalls < FAILED_CALLS_BEFORE_MEMORY;
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => Promise<T>,
  inMemory: () => T,
): Promise<{ value: T; kept: Kept }> {
  while (isDurable()) {
    store ??= createStore(DATABASE_NAME, STORE_NAME);
    try {
      const value = await withTimeout(store(mode, work));
      failedCalls = 0;
      return { value, kept: 'disk' };
    } catch (error) {
      if (!isConnectionFault(error)) throw error;
      // iOS drops connections without telling, so a fresh one is tried once before memory takes over.
      store = null;
      failedCalls += 1;
    }
  }
  return { value: inMemory(), kept: 'memory' };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

function listMemory(prefix: string): [string, unknown][] {
  return [...memory].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
}

async function listStore(objects: IDBObjectStore, prefix: string): Promise<[string, unknown][]> {
  const range = rangeOf(prefix);
  // Awaited together: a lost connection fails both, and the second failure must find a listener too.
  const [keys, values] = await Promise.all([
    promisifyRequest(objects.getAllKeys(range)),
    promisifyRequest(objects.getAll(range)),
  ]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** @returns the record, or undefined. @throws {DOMException} never for a lost connection. */
export async function readRecord<T>(key: string): Promise<T | undefined> {
  const { value } = await run(
    'readonly',
    (objects) => promisifyRequest<T | undefined>(objects.get(key)),
    () => memory.get(key) as T | undefined,
  );
  return value;
}

/**
 * Writes a record and resolves when its transaction is complete.
 *
 * @throws {DOMException} `QuotaExceededError` when the disk is full, `DataCloneError` for what cannot be stored.
 */
export async function writeRecord(key: string, value: unknown): Promise<Kept> {
  // One step and no reading: a page that goes away runs no second one.
  const { kept } = await run<void>(
    'readwrite',
    (objects) => {
      objects.put(value, key);
      const done = promisifyRequest(objects.transaction);
      // Without it the transaction waits for an event that a closing page never gets.
      objects.transaction.commit?.();
      return done;
    },
    () => void memory.set(key, value),
  );
  return kept;
}

export async function deleteRecord(key: string): Promise<void> {
  memory.delete(key);
  await run<void>(
    'readwrite',
    (objects) => {
      objects.delete(key);
      return promisifyRequest(objects.transaction);
    },
    () => undefined,
  );
}

/** @returns every record whose key starts with the prefix, as `[key, value]` in the order of the keys. */
export async function listRecords<T>(prefix: string): Promise<[key: string, value: T][]> {
  const { value } = await run(
    'readonly',
    (objects) => listStore(objects, prefix),
    () => listMemory(prefix),
  );
  return value as [string, T][];
}

/** Deletes every record whose key starts with the prefix. */
export async function deleteRecords(prefix: string): Promise<void> {
  for (const key of [...memory.keys()]) if (key.startsWith(prefix)) memory.delete(key);
  await run<void>(
    'readwrite',
    (objects) => {
      objects.delete(rangeOf(prefix));
      return promisifyRequest(objects.transaction);
    },
    () => undefined,
  );
}

/**
 * Reads every record under a prefix and changes some of them in one transaction: no other tab comes between.
 *
 * @param edit must be synchronous; waiting inside would let the transaction end. It may run twice when the
 * first connection was lost, so it must not act beyond what it returns.
 * @throws whatever `edit` throws (nothing is changed then), or as `writeRecord`.
 */
export async function changeRecords<T, Result>(
  prefix: string,
  edit: (records: [key: string, value: T][]) => RecordChange<Result>,
): Promise<{ result: Result; kept: Kept }> {
  const { value, kept } = await run(
    'readwrite',
    async (objects) => {
      const done = promisifyRequest(objects.transaction);
      // Awaited below; without a handler of its own an early throw would leave it unhandled.
      done.catch(() => undefined);
      const records = (await listStore(objects, prefix)) as [string, T][];
      const outcome = attempt(() => edit(records));
      if ('error' in outcome) {
        objects.transaction.abort();
        return outcome;
      }
      for (const key of outcome.change.remove ?? []) objects.delete(key);
      for (const [key, record] of outcome.change.put ?? []) objects.put(record, key);
      objects.transaction.commit?.();
      await done;
      return outcome;
    },
    () => {
      const outcome = attempt(() => edit(listMemory(prefix) as [string, T][]));
      if ('error' in outcome) return outcome;
      for (const key of outcome.change.remove ?? []) memory.delete(key);
      for (const [key, record] of outcome.change.put ?? []) memory.set(key, record);
      return outcome;
    },
  );
  if ('error' in value) throw value.error;
  return { result: value.change.result, kept };
}

/** Keeps an error of the caller's own apart from one of the database, which would be tried again. */
function attempt<Result>(edit: () => RecordChange<Result>) {
  try {
    return { change: edit() };
  } catch (error) {
    return { error };
  }
}
