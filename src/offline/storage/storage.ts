import { delMany, get, set, setMany } from 'idb-keyval';
import { createStore, type Store } from '../../lib/store.ts';
import { HungError, isOwnFault, openDisk, type RecordChange, type Rows } from './disk.ts';

/**
 * Where records lie, on one ladder: the disk, else the memory of this tab. What memory has is lost with the tab, so
 * nothing is promised that only memory keeps. Prefixed keys, one record each, so that tabs never overwrite each
 * other's.
 */

/** Where a record lies, and what the storage is on: `memory` means that this phone keeps nothing at the moment. */
type StorageMode = 'disk' | 'memory';

export interface Storage {
  readonly mode: Pick<Store<StorageMode>, 'get' | 'subscribe'>;
  read<T>(key: string): Promise<T | undefined>;
  /** As `read`, but waits for the disk as long as that takes. */
  readDisk<T>(key: string): Promise<T | undefined>;
  /** @returns where the record lies now. */
  write(key: string, value: unknown): Promise<StorageMode>;
  remove(...keys: string[]): Promise<void>;
  /** @returns every record whose key starts with the prefix, in the order of the keys. */
  list<T = unknown>(prefix: string): Promise<Rows<T>>;
  removeAll(prefix: string): Promise<void>;
  /**
   * Reads every record under a prefix and changes some of them in one step that no other tab interrupts.
   *
   * @param edit must be synchronous and may run more than once: it must not act beyond what it returns.
   */
  change<T, Result>(
    prefix: string,
    edit: (rows: Rows<T>) => RecordChange<Result>,
  ): Promise<{ result: Result; kept: StorageMode }>;
}

export function createStorage(): Storage {
  return new Ladder();
}

class Ladder implements Storage {
  readonly #disk = openDisk();
  readonly #mode = createStore<StorageMode>(hasDatabase() ? 'disk' : 'memory');
  /** What the disk does not have, or not yet. */
  readonly #memory = new Map<string, unknown>();
  readonly mode = this.#mode;

  async read<T>(key: string): Promise<T | undefined> {
    const found = this.#memory.has(key) ? null : await this.#onDisk(() => get<T>(key, this.#disk.oneStep));
    return found ? found.value : (this.#memory.get(key) as T | undefined);
  }

  async readDisk<T>(key: string): Promise<T | undefined> {
    while (hasDatabase() && !this.#memory.has(key)) {
      await this.#whenDisk();
      const found = await this.#onDisk(() => get<T>(key, this.#disk.oneStep));
      if (found) return found.value;
    }
    return this.#memory.get(key) as T | undefined;
  }

  async write(key: string, value: unknown): Promise<StorageMode> {
    // From here on this is what the key holds: of two writes of a slow disk the newer one stays.
    this.#memory.set(key, value);
    const written = await this.#onDisk(() => set(key, value, this.#disk.oneStep));
    if (written) this.#forget([[key, value]]);
    return written ? 'disk' : 'memory';
  }

  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) this.#memory.delete(key);
    await this.#removeOnDisk(() => delMany(keys, this.#disk.oneStep));
  }

  async list<T = unknown>(prefix: string): Promise<Rows<T>> {
    const found = await this.#onDisk(() => this.#disk.list(prefix));
    return merge(found?.value ?? [], this.#inMemory(prefix)) as Rows<T>;
  }

  async removeAll(prefix: string): Promise<void> {
    for (const [key] of this.#inMemory(prefix)) this.#memory.delete(key);
    await this.#removeOnDisk(() => this.#disk.removeAll(prefix));
  }

  async change<T, Result>(prefix: string, edit: (rows: Rows<T>) => RecordChange<Result>) {
    let seen: Rows = [];
    let stranded: Rows = [];
    const make = () => {
      stranded = this.#inMemory(prefix);
      return edit(merge(seen, stranded) as Rows<T>);
    };
    const made = await this.#onDisk(() =>
      this.#disk.change(prefix, (found) => {
        seen = found;
        const change = make();
        // What memory holds goes to the disk with it, as soon as it can.
        const moved = stranded.filter(([key]) => !change.remove?.includes(key));
        return { ...change, put: [...moved, ...(change.put ?? [])], result: change };
      }),
    );
    const { put = [], remove = [], result } = made?.value ?? make();
    if (made) {
      for (const key of remove) this.#memory.delete(key);
      this.#forget(stranded);
      return { result, kept: 'disk' as const };
    }
    // A removal needs no room.
    const removed = remove.length > 0 ? this.remove(...remove) : null;
    for (const [key, value] of put) this.#memory.set(key, value);
    await removed;
    return { result, kept: 'memory' as const };
  }

  /** @returns null where the disk does not serve the call. */
  async #onDisk<T>(call: () => Promise<T>): Promise<{ value: T } | null> {
    if (!hasDatabase() || this.#mode.get() === 'memory') return null;
    try {
      return { value: await call() };
    } catch (error) {
      this.#giveUp(error);
      return null;
    }
  }

  /** Removes also from a database that hangs: it does so once it answers. */
  async #removeOnDisk(call: () => Promise<void>): Promise<void> {
    if (!hasDatabase()) return;
    const removing = call().catch((error) => this.#giveUp(error));
    if (this.#mode.get() === 'disk') await removing;
  }

  #giveUp(error: unknown): void {
    if (error instanceof HungError) error.late.then(() => this.#giveBack(), ignore);
    if (isOwnFault(error) || this.#mode.get() === 'memory') return;
    this.#setMode('memory');
    // A connection that was dropped without a word hangs for ever; a fresh one may answer.
    get('', this.#disk.oneStep).then(
      () => this.#giveBack(),
      (again) => this.#giveUp(again),
    );
  }

  /** A database that hung has answered: it gets what memory kept meanwhile, and is in use again. */
  async #giveBack(): Promise<void> {
    if (this.#mode.get() === 'disk') return;
    const kept = [...this.#memory];
    try {
      await setMany(kept, this.#disk.oneStep);
      this.#forget(kept);
    } catch (error) {
      if (!isOwnFault(error)) return;
    }
    this.#setMode('disk');
  }

  #setMode(next: StorageMode): void {
    if (this.#mode.get() !== next) this.#mode.set(next);
  }

  #inMemory(prefix: string): Rows {
    return sorted([...this.#memory].filter(([key]) => key.startsWith(prefix)));
  }

  #forget(rows: Rows): void {
    for (const [key, value] of rows) if (this.#memory.get(key) === value) this.#memory.delete(key);
  }

  #whenDisk(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#mode.get() !== 'disk') return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.#mode.subscribe(look);
      look();
    });
  }
}

function ignore(): void {}

function hasDatabase(): boolean {
  try {
    // Null in some in-app browsers; where site data is blocked the property itself throws.
    return Boolean(indexedDB);
  } catch {
    return false;
  }
}

function sorted(rows: Rows): Rows {
  return rows.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What memory has is the newer row. */
function merge(onDisk: Rows, inMemory: Rows): Rows {
  return inMemory.length === 0 ? onDisk : sorted([...new Map([...onDisk, ...inMemory])]);
}
