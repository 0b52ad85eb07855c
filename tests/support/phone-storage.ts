import type { Page } from 'playwright-core';

/** @returns everything that the phone stores, as one text. */
export async function readPhoneStorage(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const parts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const storeName of opened.objectStoreNames) {
        const store = opened.transaction(storeName).objectStore(storeName);
        const [keys, values] = [store.getAllKeys(), store.getAll()];
        await new Promise((resolve) => {
          values.onsuccess = resolve;
        });
        parts.push([name, storeName, keys.result, values.result]);
      }
      opened.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      parts.push([name, (await cache.keys()).map(({ url }) => url)]);
    }
    return JSON.stringify(parts);
  });
}
