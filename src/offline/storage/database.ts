import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';

/** Opens the app's IndexedDB: one store with one key per record. Every call has a timeout. */

const DATABASE_NAME = 'app-offline';
const STORE_NAME = 'kv';
const CALL_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_STEPS = 15;

export type StoredKeyValuePairs<T = unknown> = [key: string, value: T][];

/** The changes that an edit function makes to the records it received. */
export interface StoredRecordChanges<Result> {
  put?: ReadonlyArray<readonly [key: string, value: unknown]>;
  remove?: readonly string[];
  result: Result;
}

/** The phone's database did not respond in time. */
class HungError extends Error {}

type Work<T> = (objects: IDBObjectStore, isLate: () => boolean) => T | PromiseLike<T>;

/**
 * Accesses the phone's database. Every call ends within 3 s.
 * @throws {HungError} {DOMException} the database's own error.
 */
export function createOfflineDatabase() {
  const leaving = watchLeaving();
  let store: UseStore | null = null;

  async function call<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const used = store ?? createStore(DATABASE_NAME, STORE_NAME);
      store = used;
      let isOver = false;
      try {
        // The callback is async, because a browser that forbids the database throws at once.
        return await inTime((async () => await used(mode, (objects) => work(objects, () => isOver)))());
      } catch (error) {
        isOver = true;
        if (isQuotaOrValueError(error)) throw error;
        // iOS drops connections without an event, so the next call opens a new one.
        if (store === used) store = null;
        if (tries > 1 || error instanceof HungError) throw error;
        // Leaving the page may have aborted the transaction, so it is repeated when the page shows again.
        await leaving.whenShown();
      }
    }
  }

  /** Commits in the same task, so that a write survives even if the page is left at once. */
  const oneStep: UseStore = (mode, work) =>
    call(mode, (objects) => {
      const done = work(objects);
      objects.transaction.commit();
      return done;
    });

  return {
    oneStep,
    list: (prefix: string) => oneStep('readonly', (objects) => readRows(objects, prefix)),
    removeAll: (prefix: string) =>
      oneStep('readwrite', (objects) => {
        objects.delete(rangeOf(prefix));
        return promisifyRequest(objects.transaction);
      }),
    /**
     * Reads all records under a prefix and changes some of them in one transaction.
     * @param edit must be synchronous and without side effects, because it may run twice.
     */
    async change<Change extends StoredRecordChanges<unknown>>(
      prefix: string,
      edit: (rows: StoredKeyValuePairs) => Change,
    ): Promise<Change> {
      await leaving.whenShown();
      return await call('readwrite', async (objects, isLate) => {
        const { transaction } = objects;
        const done = promisifyRequest(transaction);
        // `await done` below handles the error. Without this line an error before it would be reported as unhandled.
        done.catch(() => undefined);
        const keep = leaving.abortWhenLeft(transaction);
        const rows = await readRows(objects, prefix);
        if (isLate()) return transaction.abort() as never;
        const change = edit(rows);
        for (const key of change.remove ?? []) objects.delete(key);
        for (const [key, value] of change.put ?? []) objects.put(value, key);
        transaction.commit();
        keep();
        await done;
        return change;
      });
    },
    /** Resolves when a new connection responds, however late. */
    whenAnswers: async () => void (await get('', createStore(DATABASE_NAME, STORE_NAME))),
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

async function readRows(objects: IDBObjectStore, prefix: string): Promise<StoredKeyValuePairs> {
  const range = rangeOf(prefix);
  // A lost database connection rejects both promises, so they are awaited together and none stays unhandled.
  const [keys, values] = await Promise.all([
    promisifyRequest(objects.getAllKeys(range)),
    promisifyRequest(objects.getAll(range)),
  ]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/**
 * True for errors caused by the data: a full disk, or a value that cannot be stored. The connection itself still works.
 */
export function isQuotaOrValueError(error: unknown): boolean {
  const names = ['QuotaExceededError', 'DataCloneError', 'DataError'];
  return error instanceof DOMException && names.includes(error.name);
}

/** Divides the timeout into steps, so that a page that was frozen finds one step expired and not the whole timeout. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (stepsLeft: number) => {
      if (stepsLeft === 0) return reject(new HungError('IndexedDB does not answer'));
      timer = setTimeout(() => wait(stepsLeft - 1), CALL_TIMEOUT_MS / CALL_TIMEOUT_STEPS);
    };
    wait(CALL_TIMEOUT_STEPS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Aborts unfinished transactions when the page is left, because an open transaction blocks all other pages in WebKit.
 */
function watchLeaving() {
  const unfinished = new Set<IDBTransaction>();
  let isLeft = false;
  let shown = Promise.resolve();
  let markShown = () => {};
  // During server rendering there are no page events and no `addEventListener`.
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    // If the browser does not store the page for Back, its transactions end with it, so nothing must be aborted.
    if (!persisted) return;
    isLeft = true;
    shown = new Promise((resolve) => {
      markShown = resolve;
    });
    for (const transaction of unfinished) transaction.abort();
  });
  globalThis.addEventListener?.('pageshow', () => {
    isLeft = false;
    markShown();
  });
  return {
    whenShown: () => shown,
    /** Aborts the transaction if the shopper leaves the page before the returned function is called. */
    abortWhenLeft(transaction: IDBTransaction): () => void {
      unfinished.add(transaction);
      const forget = () => void unfinished.delete(transaction);
      transaction.addEventListener('complete', forget);
      transaction.addEventListener('abort', forget);
      if (isLeft) transaction.abort();
      return forget;
    },
  };
}
