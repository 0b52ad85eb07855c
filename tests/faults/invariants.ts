import { expect } from 'vitest';
import { findBreaches } from '../support/group-shop.ts';
import type { Stage } from './stage.ts';

/**
 * What must hold after every cell: the shop's books, no token of an ended session, no lost promise, no
 * spinner without words. That each intent counts once and the screen shows it is the column's to check.
 */
export async function expectInvariants(stage: Stage): Promise<void> {
  expect(await findBreaches(stage.theatre.shop), 'the books of the shop').toEqual([]);
  expect(stage.lateTokens, 'requests with the token of an ended session').toEqual([]);
  const complaints = [...stage.complaints, ...stage.phone.watch.complaints()];
  expect(
    complaints.filter(
      (line) =>
        !/^error: .*(Failed to load resource|net::ERR_|WebSocket connection|dynamically imported module)/.test(
          line,
        ),
    ),
    'what the browser complained about, but for the broken line',
  ).toEqual([]);
}

/** Everything that a phone keeps, as one text. */
export async function readPhoneStorage(stage: Stage): Promise<string> {
  return await stage.page.evaluate(async () => {
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
