/**
 * Blocks every other transaction on the app's IndexedDB, as a writer in another tab does. The database must exist.
 *
 * @returns a function that ends the blocking.
 */
export async function blockIndexedDbWrites(): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('app-offline');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const rows = database.transaction('kv', 'readwrite').objectStore('kv');
  let isOver = false;
  const goOn = () => {
    if (!isOver) rows.get('nothing').onsuccess = goOn;
  };
  goOn();
  return () => {
    isOver = true;
  };
}
