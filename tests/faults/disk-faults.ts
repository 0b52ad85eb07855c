import { expect } from 'vitest';
import { blockIndexedDbWrites } from '../support/busy-disk.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { poll } from './column.ts';
import { expectOnce, type FaultRow } from './fault-row.ts';

/** Faults of the phone's own storage. */

const DAY_MS = 24 * 60 * 60_000;

export const DISK_FAULTS: readonly FaultRow[] = [
  {
    name: 'Disk slow 2.7 s',
    async run(scene, column) {
      // The disk is kept busy from another tab, because the shopper may leave this page.
      const other = await scene.phone.context.newPage();
      await other.goto('/ping.txt');
      await scene.page.bringToFront();
      await other.evaluate(`(${blockIndexedDbWrites})().then((end) => setTimeout(() => {
        end();
        globalThis.isDiskFree = true;
      }, 2_700))`);
      await column.act(scene, scene.page);
      expect(await other.evaluate(() => 'isDiskFree' in globalThis), 'slow while the shopper acts').toBe(
        false,
      );
      await other.waitForFunction(() => 'isDiskFree' in globalThis);
      await other.close();
    },
  },
  {
    name: 'Clock set back a day',
    kills: true,
    async run(scene, column) {
      scene.proxy.setDown(true);
      await column.act(scene, scene.page);
      await column.shown?.(scene.page);
      // A busy phone makes its first request late.
      await expect.poll(() => scene.downHits, poll).toBeGreaterThan(0);
      await scene.restart('/', () => scene.page.clock.install({ time: Date.now() - DAY_MS }));
      scene.proxy.heal();
      await scene.open(column.home);
      if (column.name === 'Pay-return') await column.act(scene, scene.page);
    },
  },
  {
    name: 'IDB blocked or hung',
    async run(scene, column) {
      await scene.phone.context.addInitScript(() => {
        Object.assign(globalThis, { hungOpens: 0 });
        IDBFactory.prototype.open = () => {
          (globalThis as unknown as { hungOpens: number }).hungOpens += 1;
          return {} as IDBOpenDBRequest;
        };
      });
      await scene.page.reload();
      // The database never answers; a start that waited for it would show nothing.
      await scene.page.getByRole('main').waitFor();
      await column.prepareTab?.(scene.page, scene);
      await column.act(scene, scene.page);
      // The act may have opened another page, whose count begins anew.
      const opens = () =>
        scene.page.evaluate(() => (globalThis as unknown as { hungOpens: number }).hungOpens);
      await expect.poll(opens, { timeout: 20_000 }).toBeGreaterThan(0);
    },
    // What is on the disk can be read only after a restart, when the database answers again.
    async expectAfter(scene, column) {
      await expectOnce(scene, column);
      await scene.restart();
    },
  },
  {
    name: 'IDB corrupt',
    kills: true,
    async run(scene, column) {
      // On a guest's phone the row belongs to an earlier shopper: it must neither be sent nor be in the way.
      const userId = column.isGuest ? 'who-was-here-before' : scene.shopper.session.user.id;
      const place = column.name === 'Cart' ? `/product/${scene.site.slug}` : column.home;
      // This page does not run the app, which would repair the row as soon as it reads it.
      await scene.page.goto('/ping.txt');
      await scene.page.evaluate(async (id) => {
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
      expect(await readPhoneStorage(scene.page)).toContain('000-broken');
      await scene.killAndRelaunch(place);
      await column.prepareTab?.(scene.page, scene);
      await column.act(scene, scene.page);
      if (column.isGuest) return;
      await expect
        .poll(async () => (await readPhoneStorage(scene.page)).includes('000-broken'), { timeout: 10_000 })
        .toBe(false);
    },
  },
  {
    name: 'Quota full',
    async run(scene, column) {
      // Chromium asks for the quota at a browser's first write and keeps the answer for half a minute.
      const path = column.name === 'Pay-return' ? '/' : new URL(scene.page.url()).pathname;
      await scene.restart(path, async () => {
        const session = await scene.phone.context.newCDPSession(scene.page);
        await session.send('Storage.overrideQuotaForOrigin', { origin: scene.proxy.url, quotaSize: 1 });
      });
      const { page } = scene;
      await column.prepareTab?.(page, scene);
      expect(await page.evaluate(tryToKeep)).toBe('QuotaExceededError');
      await column.act(scene, page);
      await column.shown?.(page);
      expect(await page.evaluate(tryToKeep)).toBe('QuotaExceededError');
    },
  },
  {
    name: 'Storage evicted',
    statuses: [401],
    async run(scene, column) {
      const { page } = scene;
      await column.act(scene, page);
      await column.expectServer(scene);
      // Requests that are still open would end with the worker and make the page reload, which would end the steps
      // below.
      await page.waitForLoadState('networkidle');
      // The session storage is cleared first, because the page leaves by itself once the rest is gone.
      await page.evaluate(() => sessionStorage.clear());
      const session = await scene.phone.context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', {
        origin: scene.proxy.url,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      });
      // A page that begins to load before the shopper's data is deleted deletes it again and opens home.
      await page.waitForFunction(() => {
        const end = sessionStorage.getItem('sessionEnd');
        const isVisitor = document.documentElement.dataset.session !== 'member';
        return isVisitor && (end === null || end.includes('doneAtMs'));
      });
      expect((await page.goto('/account'))?.status()).toBe(200);
      await page.waitForURL(({ pathname }) => pathname === '/signin');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      await scene.signIn(page, scene.shopper);
      await scene.open(column.home);
      if (column.name === 'Pay-return') await column.act(scene, page);
    },
    // The phone no longer knows what it has shown, so an outcome that was shown and closed is not expected again.
    async expectAfter(scene, column) {
      // The browser's subscription is gone too, so the shop offers push again.
      if (column.name === 'Push') return await expectOnce(scene, column);
      await column.expectServer(scene);
      await column.expectScreen(scene);
    },
  },
];

/** Runs in the page: writes a record and deletes it. @returns why the disk refused it, or null. */
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
