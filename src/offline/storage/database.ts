import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval';

/** The app's IndexedDB: one store, one key for each record, and calls that end in time. */

const DATABASE_NAME = 'app-offline';
const STORE_NAME = 'kv';
const CALL_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_STEPS = 15;

export type StoredEntries<T = unknown> = [key: string, value: T][];

/** What a change makes of the records that it was shown. */
export interface RecordChange<Result> {
  put?: ReadonlyArray<readonly [key: string, value: unknown]>;
  remove?: readonly string[];
  result: Result;
}

/** The database does not answer. */
class HungError extends Error {}

type Work<T> = (objects: IDBObjectStore, isLate: () => boolean) => T | PromiseLike<T>;

/**
 * Each call ends within 3 s, and is repeated once on a new connection where the first was lost.
 *
 * @throws {HungError} {DOMException} The database's own error.
 */
export function createDatabase() {
  const leaving = watchLeaving();
  let store: UseStore | null = null;

  async function call<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const used = store ?? createStore(DATABASE_NAME, STORE_NAME);
      store = used;
      let isOver = false;
      try {
        // The callback is async because a browser that forbids the database throws at once.
        return await inTime((async () => await used(mode, (objects) => work(objects, () => isOver)))());
      } catch (error) {
        isOver = true;
        if (isCallerFault(error)) throw error;
        // iOS drops connections without an event: the next call opens a new one.
        if (store === used) store = null;
        if (tries > 1 || error instanceof HungError) throw error;
        // A page that was left has written nothing of it, and repeats it once it is shown again.
        await leaving.whenShown();
      }
    }
  }

  /** For the functions of idb-keyval: committed in the same task, also by a page that is left. */
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
     * Reads every record under a prefix and changes some of them in one transaction: no other tab comes between.
     *
     * @param edit must be synchronous and may run twice: it must not act beyond what it returns.
     */
    async change<Change extends RecordChange<unknown>>(
      prefix: string,
      edit: (rows: StoredEntries) => Change,
    ): Promise<Change> {
      await leaving.whenShown();
      return await call('readwrite', async (objects, isLate) => {
        const { transaction } = objects;
        const done = promisifyRequest(transaction);
        // It is awaited below; without a handler of its own an early error would be unhandled.
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
    /** Ends when a new connection gets an answer, however late. */
    whenAnswers: async () => void (await get('', createStore(DATABASE_NAME, STORE_NAME))),
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

async function readRows(objects: IDBObjectStore, prefix: string): Promise<StoredEntries> {
  const range = rangeOf(prefix);
  // Awaited together: a lost connection fails both, and the second error must find a listener too.
  const [keys, values] = await Promise.all([
    promisifyRequest(objects.getAllKeys(range)),
    promisifyRequest(objects.getAll(range)),
  ]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** A full disk or a value that cannot be stored is the fault of the call: the connection is sound. */
export function isCallerFault(error: unknown): boolean {
  const names = ['QuotaExceededError', 'DataCloneError', 'DataError'];
  return error instanceof DOMException && names.includes(error.name);
}

/**
 * The time runs in steps: a page that stood still itself (slow rendering, a frozen tab) finds only one of them over
 * when it goes on, and receives the answer that came meanwhile before the last.
 */
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
 * A page in the back/forward cache keeps its unfinished transactions, and WebKit lets no other page read until they
 * end. A change that reads first is aborted when its page is left, and repeated when the page is shown again.
 */
function watchLeaving() {
  const unfinished = new Set<IDBTransaction>();
  let isLeft = false;
  let shown = Promise.resolve();
  let markShown = () => {};
  // Server rendering has no events.
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    // A page that is not cached ends, and its transactions with it.
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
    /** @returns A function that lets the transaction end by itself from then on. */
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
