import { promisifyRequest } from 'idb-keyval';

/** What a call does inside its transaction, and whether there is a database at all. */

export function rangeOf(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

/** @returns the records under a prefix, in the order of their keys. */
export async function listStore(objects: IDBObjectStore, prefix: string): Promise<[string, unknown][]> {
  const range = rangeOf(prefix);
  const requests = [objects.getAllKeys(range), objects.getAll(range)] as const;
  if (objects.transaction.mode === 'readonly') objects.transaction.commit();
  // Awaited together: a lost connection fails both, and the second failure must find a listener too.
  const [keys, values] = await Promise.all([promisifyRequest(requests[0]), promisifyRequest(requests[1])]);
  return keys.map((key, index) => [String(key), values[index]]);
}

/** Ends a transaction that asks for nothing more: left alone, it waits for an event that a page that goes never gets. */
export function committed(transaction: IDBTransaction): Promise<void> {
  const done = promisifyRequest(transaction);
  transaction.commit();
  return done;
}

export function hasDatabase(): boolean {
  try {
    // Null in some in-app browsers; where site data is blocked the property itself throws.
    return Boolean(indexedDB);
  } catch {
    return false;
  }
}
