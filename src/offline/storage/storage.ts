import { delMany, get, set } from 'idb-keyval';
import { createObservableStore, type ObservableStore } from '../../lib/react/store.ts';
import {
  createOfflineDatabase,
  isQuotaOrValueError,
  type StoredKeyValuePairs,
  type StoredRecordChanges,
} from './database.ts';

/** Where records are stored now. `memory`: records are lost with the tab, so no screen may show them as saved. */
type StorageMode = 'disk' | 'memory';

/**
 * Stores records by key, in memory while the phone's database does not work. Each record has its own key, so that tabs
 * do not overwrite each other.
 */
export class OfflineStorage {
  readonly #database = createOfflineDatabase();
  /** Records that the disk has refused or not stored yet. They are newer than the stored ones. */
  readonly #memory = new Map<string, unknown>();
  readonly #mode = createObservableStore<StorageMode>(hasDatabase() ? 'disk' : 'memory');
  readonly mode: Pick<ObservableStore<StorageMode>, 'get' | 'subscribe'> = this.#mode;

  async read<T>(key: string): Promise<T | undefined> {
    const found = this.#memory.has(key)
      ? null
      : await this.#onDisk(() => get<T>(key, this.#database.oneStep));
    return found ? found.value : (this.#memory.get(key) as T | undefined);
  }

  /** @returns where the record is stored now. */
  async write(key: string, value: unknown): Promise<StorageMode> {
    this.#memory.set(key, value);
    const written = await this.#onDisk(() => set(key, value, this.#database.oneStep));
    if (written && this.#memory.get(key) === value) this.#memory.delete(key);
    return written ? 'disk' : 'memory';
  }

  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) this.#memory.delete(key);
    await this.#removeOnDisk(() => delMany(keys, this.#database.oneStep));
  }

  /** @returns the records whose keys begin with the prefix, in key order. */
  async list<T = unknown>(prefix: string): Promise<StoredKeyValuePairs<T>> {
    const found = await this.#onDisk(() => this.#database.list(prefix));
    return this.#withMemory(prefix, found?.value ?? []) as StoredKeyValuePairs<T>;
  }

  async removeAll(prefix: string): Promise<void> {
    for (const [key] of this.#withMemory(prefix, [])) this.#memory.delete(key);
    await this.#removeOnDisk(() => this.#database.removeAll(prefix));
  }

  /**
   * Reads all records under a prefix and changes some of them in one step that no other tab can interrupt.
   * @param edit must be synchronous and without side effects, because it may run several times.
   */
  async change<T, Result>(
    prefix: string,
    edit: (rows: StoredKeyValuePairs<T>) => StoredRecordChanges<Result>,
  ): Promise<Result> {
    let seen: StoredKeyValuePairs = [];
    const make = () => edit(this.#withMemory(prefix, seen) as StoredKeyValuePairs<T>);
    const made = await this.#onDisk(() =>
      this.#database.change(prefix, (rows) => {
        seen = rows;
        return make();
      }),
    );
    // A full disk refuses writes, so they stay in memory; deletions still work.
    const { put = [], remove = [], result } = made?.value ?? make();
    for (const key of remove) this.#memory.delete(key);
    const removed = made || remove.length === 0 ? null : this.remove(...remove);
    for (const [key, value] of put) {
      if (made) this.#memory.delete(key);
      else this.#memory.set(key, value);
    }
    await removed;
    return result;
  }

  /** @returns null when the phone's database does not work. */
  async #onDisk<T>(call: () => Promise<T>): Promise<{ value: T } | null> {
    if (!hasDatabase() || this.#mode.get() === 'memory') return null;
    try {
      return { value: await call() };
    } catch (error) {
      this.#giveUp(error);
      return null;
    }
  }

  /** Deletes from IndexedDB. If IndexedDB does not respond in time, the deletion goes on in the background. */
  async #removeOnDisk(call: () => Promise<void>): Promise<void> {
    const removing = call().catch((error) => this.#giveUp(error));
    if (this.#mode.get() === 'disk') await removing;
  }

  #giveUp(error: unknown): void {
    if (isQuotaOrValueError(error) || this.#mode.get() === 'memory') return;
    this.#mode.set('memory');
    this.#database.whenAnswers().then(
      () => this.#mode.set('disk'),
      () => undefined,
    );
  }

  /** @returns the stored records with the newer ones in memory over them, in key order. */
  #withMemory(prefix: string, onDisk: StoredKeyValuePairs): StoredKeyValuePairs {
    const inMemory = [...this.#memory].filter(([key]) => key.startsWith(prefix));
    return [...new Map([...onDisk, ...inMemory])].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function hasDatabase(): boolean {
  try {
    // Checks for a database: `indexedDB` is null in some in-app browsers, and reading it throws where site data is
    // blocked.
    return Boolean(indexedDB);
  } catch {
    return false;
  }
}
