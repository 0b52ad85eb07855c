/**
 * Keeps every other caller of the app's database waiting, as a writer in another tab does. The database has to exist.
 *
 * @returns its end.
 */
export async function keepDiskBusy(): Promise<() => void> {
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
