import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { createSignal } from '../lib/store.ts';
import { committed, hasDatabase, listStore, rangeOf } from './idb-steps.ts';
import { abortWhenLeft, watchLeaving, whenShown } from './leaving-page.ts';
import {
  forgetMemory,
  handBack,
  listMemory,
  memory,
  noteMissed,
  noteStep,
  noteStepsUnder,
} from './memory-records.ts';

/**
 * The one IndexedDB database of the app: one store, prefixed keys, one key per record, so that tabs never
 * overwrite each other's intents. A call that the database leaves or refuses twice gives it up, and memory takes over
 * until it answers after all.
 */

const DATABASE_NAME = 'app-offline';
const STORE_NAME = 'kv';
const CALL_TIMEOUT_MS = 1_500;
const CALL_TIMEOUT_STEPS = 15;
const TRIES_OF_A_CALL = 2;

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
let isGivenUp = false;
const back = createSignal();

/**
 * The time runs in steps: a page that stood still itself (a slow drawing, a frozen tab) finds one of them over when it
 * goes on, and hears the answer that came meanwhile before the last.
 */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (stepsLeft: number) => {
      if (stepsLeft === 0) return reject(new IdbTimeoutError('IndexedDB did not answer'));
      timer = setTimeout(() => wait(stepsLeft - 1), CALL_TIMEOUT_MS / CALL_TIMEOUT_STEPS);
    };
    wait(CALL_TIMEOUT_STEPS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A full disk or a value that cannot be stored is the call's own fault: the connection is sound. */
function isConnectionFault(error: unknown): boolean {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return name !== 'QuotaExceededError' && name !== 'DataCloneError' && name !== 'DataError';
}

/** False while this session works from memory: what is written then is gone after a reload. */
export function isDurable(): boolean {
  return !isGivenUp && hasDatabase();
}

/** Calls back when a database that was given up answers after all: what was read meanwhile is not the whole truth. */
export const onDiskBack = back.listen;

/** An answer that came too late for its own call still tells that the database is alive. */
function noteAnswer(): void {
  if (!isGivenUp) return;
  isGivenUp = false;
  handBack();
  back.tell();
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore, isLate: () => boolean) => Promise<T>,
  inMemory: () => T,
): Promise<{ value: T; kept: Kept }> {
  // Each call counts its own tries: on a slow disk several run into the same pause at once.
  for (let tries = 0; isDurable(); ) {
    store ??= createStore(DATABASE_NAME, STORE_NAME);
    const used = store;
    const wasLeft = watchLeaving();
    let isLate = false;
    // A browser that forbids the database throws at once.
    const working = (async () => used(mode, (objects) => work(objects, () => isLate)))();
    try {
      return { value: await withTimeout(working), kept: 'disk' };
    } catch (error) {
      if (!isConnectionFault(error)) throw error;
      isLate = true;
      if (wasLeft()) {
        // Nothing of it was written, and the database is not to blame: it is done again for who comes back.
        await whenShown();
        continue;
      }
      if (error instanceof IdbTimeoutError) working.then(noteAnswer, () => undefined);
      // iOS drops connections without telling, so a fresh one is tried once before memory takes over.
      if (store === used) store = null;
      tries += 1;
      if (tries === TRIES_OF_A_CALL) isGivenUp = true;
    }
  }
  return { value: inMemory(), kept: 'memory' };
}

/** @returns the record, or undefined. @throws {DOMException} never for a lost connection. */
export async function readRecord<T>(key: string): Promise<T | undefined> {
  return (await readFrom<T>(key)).value;
}

/** As `readRecord`. @returns also whether the disk was asked: what only memory lacks may well lie there. */
export async function readFrom<T>(key: string): Promise<{ value: T | undefined; kept: Kept }> {
  return await run(
    'readonly',
    (objects) => {
      const request = objects.get(key);
      objects.transaction.commit?.();
      return promisifyRequest<T | undefined>(request);
    },
    () => memory.get(key) as T | undefined,
  );
}

/**
 * Writes a record and resolves when its transaction is complete.
 *
 * @throws {DOMException} `QuotaExceededError` when the disk is full, `DataCloneError` for what cannot be stored.
 */
export async function writeRecord(key: string, value: unknown): Promise<Kept> {
  const isNewest = noteStep(key);
  // One step and no reading: a page that goes away runs no second one.
  const { kept } = await run<void>(
    'readwrite',
    (objects) => {
      if (isNewest()) objects.put(value, key);
      return committed(objects.transaction);
    },
    () => {
      if (!isNewest()) return;
      memory.set(key, value);
      noteMissed(key, () => writeRecord(key, value));
    },
  );
  return kept;
}

export async function deleteRecord(key: string): Promise<void> {
  memory.delete(key);
  const isNewest = noteStep(key);
  await run<void>(
    'readwrite',
    (objects) => {
      if (isNewest()) objects.delete(key);
      return committed(objects.transaction);
    },
    () => {
      if (isNewest()) noteMissed(key, () => deleteRecord(key));
    },
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
  forgetMemory(prefix);
  noteStepsUnder(prefix);
  await run<void>(
    'readwrite',
    (objects) => {
      objects.delete(rangeOf(prefix));
      return committed(objects.transaction);
    },
    () => noteMissed(`${prefix}*`, () => deleteRecords(prefix)),
  );
}

/**
 * Reads every record under a prefix and changes some of them in one transaction: no other tab comes between.
 *
 * @param edit must be synchronous; waiting inside would let the transaction end. It may run twice when the
 * first connection was lost, so it must not act beyond what it returns. What memory takes stays there.
 * @throws whatever `edit` throws (nothing is changed then), or as `writeRecord`.
 */
export async function changeRecords<T, Result>(
  prefix: string,
  edit: (records: [key: string, value: T][]) => RecordChange<Result>,
): Promise<{ result: Result; kept: Kept }> {
  const { value, kept } = await run(
    'readwrite',
    async (objects, isLate) => {
      const done = promisifyRequest(objects.transaction);
      // Awaited below; without a handler of its own an early throw would leave it unhandled.
      done.catch(() => undefined);
      const { whenSure } = abortWhenLeft(objects.transaction);
      const records = (await listStore(objects, prefix)) as [string, T][];
      if (isLate()) {
        // It was tried again or left for memory: made here too, it would count twice. Nobody hears this error.
        objects.transaction.abort();
        return { error: new IdbTimeoutError('too late') };
      }
      const outcome = attempt(() => edit(records));
      if ('error' in outcome) {
        objects.transaction.abort();
        return outcome;
      }
      for (const key of outcome.change.remove ?? []) objects.delete(key);
      for (const [key, record] of outcome.change.put ?? []) objects.put(record, key);
      objects.transaction.commit?.();
      whenSure();
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
