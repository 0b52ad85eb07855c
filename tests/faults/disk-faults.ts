import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { expectOnce, type FaultRow } from './fault-row.ts';

/** What the phone's own storage does to a shopper. */

export const DISK_FAULTS: readonly FaultRow[] = [
  {
    name: 'IDB blocked or hung',
    async run(stage, column) {
      await stage.phone.context.addInitScript(() => {
        Object.assign(globalThis, { hungOpens: 0 });
        IDBFactory.prototype.open = () => {
          (globalThis as unknown as { hungOpens: number }).hungOpens += 1;
          return {} as IDBOpenDBRequest;
        };
      });
      await stage.page.reload();
      // It never answers: a start that waited for it would show nothing for ever.
      await stage.page.getByRole('main').waitFor();
      await column.act(stage, stage.page);
      // The act may have been to go to another page, which counts anew.
      const opens = () =>
        stage.page.evaluate(() => (globalThis as unknown as { hungOpens: number }).hungOpens);
      await expect.poll(opens, { timeout: 20_000 }).toBeGreaterThan(0);
    },
    // What is left on the disk can only be read by a browser whose database answers again.
    async expectAfter(stage, column) {
      await expectOnce(stage, column);
      await stage.restart();
    },
  },
  {
    name: 'IDB corrupt',
    kills: true,
    async run(stage, column) {
      const userId = stage.shopper.session.user.id;
      const place = column.name === 'Cart' ? `/product/${stage.site.slug}` : column.home;
      // A page of the shop without the app, which would mend a row as soon as it reads it.
      await stage.page.goto('/ping.txt');
      await stage.page.evaluate(async (id) => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('app-offline');
          opening.onsuccess = () => resolve(opening.result);
        });
        const write = database.transaction('kv', 'readwrite');
        const rows = write.objectStore('kv');
        rows.put({ id: 'x', type: 'cart.set' }, `ob|${id}|000-broken`);
        rows.put(42, `pay|${id}|broken`);
        rows.put('{"clientState":', 'qc|public');
        rows.put('{"clientState":', `qc|user|${id}`);
        await new Promise((resolve) => {
          write.oncomplete = resolve;
        });
        database.close();
      }, userId);
      expect(await readPhoneStorage(stage.page)).toContain('000-broken');
      await stage.killAndRelaunch(place);
      await column.prepareTab?.(stage.page);
      await column.act(stage, stage.page);
      await expect
        .poll(async () => (await readPhoneStorage(stage.page)).includes('000-broken'), { timeout: 10_000 })
        .toBe(false);
    },
  },
  {
    name: 'Quota full',
    async run(stage, column) {
      // Chromium asks for the room at the first write of a browser, and then keeps the answer for half a minute.
      const path = column.name === 'Pay-return' ? '/' : new URL(stage.page.url()).pathname;
      await stage.restart(path, async () => {
        const session = await stage.phone.context.newCDPSession(stage.page);
        await session.send('Storage.overrideQuotaForOrigin', { origin: stage.proxy.url, quotaSize: 1 });
      });
      const { page } = stage;
      await column.prepareTab?.(page);
      expect(await page.evaluate(tryToKeep)).toBe('QuotaExceededError');
      await column.act(stage, page);
      await column.shown?.(page);
      expect(await page.evaluate(tryToKeep)).toBe('QuotaExceededError');
    },
  },
  {
    name: 'Storage evicted',
    async run(stage, column) {
      await column.act(stage, stage.page);
      await column.expectServer(stage);
      // First, while the page is calm: without the rest it leaves by itself.
      await stage.page.evaluate(() => sessionStorage.clear());
      const session = await stage.phone.context.newCDPSession(stage.page);
      await session.send('Storage.clearDataForOrigin', {
        origin: stage.proxy.url,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      });
      // A reload of the page that lost its worker would end this navigation, or be ended by it half-way.
      await stage.page.goto('/account');
      await stage.page.waitForURL(({ pathname }) => pathname === '/signin' || pathname === '/');
      await stage.page.waitForFunction(() => localStorage.getItem('token') === null);
      await stage.signIn(stage.page, stage.shopper);
      await stage.open(column.home);
      if (column.name === 'Pay-return') await column.act(stage, stage.page);
    },
    // What was told and closed before is not told again: the memory of it was the phone's.
    async expectAfter(stage, column) {
      await column.expectServer(stage);
      await column.expectScreen(stage);
    },
  },
];

/** Runs in the page: writes a record and takes it away. @returns why the disk refused it, null if it did not. */
async function tryToKeep(): Promise<string | null> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('app-offline');
    opening.onsuccess = () => resolve(opening.result);
  });
  const write = database.transaction('kv', 'readwrite');
  write.objectStore('kv').put('x'.repeat(100_000), 'probe');
  const refusal = await new Promise<string | null>((resolve) => {
    write.oncomplete = () => resolve(null);
    write.onabort = () => resolve(write.error?.name ?? 'aborted');
  });
  if (refusal === null) database.transaction('kv', 'readwrite').objectStore('kv').delete('probe');
  database.close();
  return refusal;
}
