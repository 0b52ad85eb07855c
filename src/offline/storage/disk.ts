import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/** The database of the app: one store, one key for each record, and calls that end in time. */

const DATABASE_NAME = 'app-offline';
const STORE_NAME = 'kv';
const CALL_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_STEPS = 15;

export type Rows<T = unknown> = [key: string, value: T][];

/** What a step makes of the records that it was shown. */
export interface RecordChange<Result> {
  put?: ReadonlyArray<readonly [key: string, value: unknown]>;
  remove?: readonly string[];
  result: Result;
}

/** The database does not answer. */
export class HungError extends Error {
  /** Ends when it does after all. */
  readonly late: Promise<unknown>;
  constructor(late: Promise<unknown>) {
    super('IndexedDB does not answer');
    this.late = late;
  }
}

/**
 * Each call ends within 3 s, and is made once more on a fresh connection where the first was lost.
 *
 * @throws {HungError} {DOMException} what the database says.
 */
export interface Disk {
  /** For the verbs of idb-keyval that need one step: it is committed in the same task, also by a page that is left. */
  oneStep: UseStore;
  list(prefix: string): Promise<Rows>;
  removeAll(prefix: string): Promise<void>;
  /**
   * Reads every record under a prefix and changes some of them in one transaction: no other tab comes between.
   *
   * @param edit must be synchronous and may run twice: it must not act beyond what it returns.
   */
  change<Result>(prefix: string, edit: (rows: Rows) => RecordChange<Result>): Promise<Result>;
}

type Work<T> = (objects: IDBObjectStore, isLate: () => boolean) => T | PromiseLike<T>;

export function openDisk(): Disk {
  const leaving = watchLeaving();
  let store: UseStore | null = null;

  async function call<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const used = store ?? createStore(DATABASE_NAME, STORE_NAME);
      store = used;
      const wasLeft = leaving.begin();
      let isOver = false;
      // A browser that forbids the database throws at once.
      const working = (async () => await used(mode, (objects) => work(objects, () => isOver)))();
      try {
        return await inTime(working);
      } catch (error) {
        isOver = true;
        if (isOwnFault(error)) throw error;
        // iOS drops connections without telling: the next call opens a fresh one.
        if (store === used) store = null;
        // Nothing of it was written: it is done again for who comes back.
        if (wasLeft()) await leaving.whenShown();
        else if (tries > 1 || error instanceof HungError) throw error;
      }
    }
  }

  const oneStep: UseStore = (mode, work) =>
    call(mode, (objects) => {
      const done = work(objects);
      objects.transaction.commit();
      return done;
    });

  return {
    oneStep,
    list: (prefix) => oneStep('readonly', (objects) => readRows(objects, prefix)),
    removeAll: (prefix) =>
      oneStep('readwrite', (objects) => {
        objects.delete(rangeOf(prefix));
        return promisifyRequest(objects.transaction);
      }),
    change: (prefix, edit) =>
      call('readwrite', async (objects, isLate) => {
        const { transaction } = objects;
        const done = promisifyRequest(transaction);
        // Awaited below; without a handler of its own an early throw would leave it unhandled.
        done.catch(() => undefined);
        const keep = leaving.abortWhenLeft(transaction);
        const rows = await readRows(objects, prefix);
        if (isLate()) return transaction.abort() as never;
        const { put = [], remove = [], result } = edit(rows);
        for (const key of remove) objects.delete(key);
        for (const [key, value] of put) objects.put(value, key);
        transaction.commit();
        keep();
        await done;
        return result;
      }),
  };
}

function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

async function readRows(objects: IDBObjectStore, prefix: string): Promise<Rows> {
  const range = rangeOf(prefix);
  // Awaited together: a lost connection fails both, and the second failure must find a listener too.
  const [keys, values] = await Promise.all([
    promisifyRequest(objects.getAllKeys(range)),
    promisifyRequest(objects.getAll(range)),
  ]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** A full disk or a value that cannot be stored is the call's own fault: the connection is sound. */
export function isOwnFault(error: unknown): boolean {
  const names = ['QuotaExceededError', 'DataCloneError', 'DataError'];
  return error instanceof DOMException && names.includes(error.name);
}

/**
 * The time runs in steps: a page that stood still itself (a slow drawing, a frozen tab) finds one of them over when it
 * goes on, and hears the answer that came meanwhile before the last.
 */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (stepsLeft: number) => {
      if (stepsLeft === 0) return reject(new HungError(work));
      timer = setTimeout(() => wait(stepsLeft - 1), CALL_TIMEOUT_MS / CALL_TIMEOUT_STEPS);
    };
    wait(CALL_TIMEOUT_STEPS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * A page that is left may be kept whole for Back, an unfinished transaction of the database with it. WebKit lets no
 * other page read until that one is over, which it never is: a step that writes in several turns is broken off when
 * its page is left, and made again when the page is shown again.
 */
function watchLeaving() {
  const unfinished = new Set<IDBTransaction>();
  let leaves = 0;
  let shown: Promise<void> | null = null;
  let noteShown = () => {};
  // The server draws pages with this, and has none of it.
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    // A page that nobody keeps ends, and its transactions with it.
    if (!persisted || shown) return;
    leaves += 1;
    shown = new Promise((resolve) => {
      noteShown = resolve;
    });
    for (const transaction of unfinished) transaction.abort();
  });
  globalThis.addEventListener?.('pageshow', () => {
    shown = null;
    noteShown();
  });
  return {
    /** @returns asks whether the page was left since now, and may be still. */
    begin() {
      const before = leaves;
      return () => shown !== null || leaves !== before;
    },
    whenShown: async () => await shown,
    /** @returns the end of it: from then on the transaction ends by itself. */
    abortWhenLeft(transaction: IDBTransaction): () => void {
      unfinished.add(transaction);
      const forget = () => void unfinished.delete(transaction);
      transaction.addEventListener('complete', forget);
      transaction.addEventListener('abort', forget);
      if (shown) transaction.abort();
      return forget;
    },
  };
}
