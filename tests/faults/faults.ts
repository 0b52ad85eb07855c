import { expect } from 'vitest';
import { callShop, Shopper } from '../support/shopper.ts';
import { visibleButton } from '../support/shopper-actions.ts';
import type { Column } from './columns.ts';
import { readPhoneStorage } from './invariants.ts';
import { Stage } from './stage.ts';

/** One row of the matrix: what goes wrong while the shopper acts. It makes sure that it really did. */
export interface FaultRow {
  name: string;
  /** Lets the shopper act under the fault and ends the fault. */
  run(stage: Stage, column: Column): Promise<void>;
  /** What is true afterwards; absent: the effect exactly once, on the server and on the screen. */
  expectAfter?(stage: Stage, column: Column): Promise<void>;
}

const OFFLINE_WORDS = "You're offline. Showing saved data";

async function countRefreshes(stage: Stage, work: () => Promise<void>): Promise<number> {
  const before = stage.proxy.requests.length;
  await work();
  return stage.proxy.requests.slice(before).filter((line) => /POST \/(api\/)?auth\/refresh/.test(line))
    .length;
}

/** Lets the shopper's taps go on until the server has the effect once, then checks the screen. */
export async function expectOnce(stage: Stage, column: Column): Promise<void> {
  const { goOn } = column;
  if (!goOn) await column.expectServer(stage);
  else {
    const untilMs = Date.now() + 60_000;
    for (;;) {
      await goOn(stage);
      const isDone = await stage.page
        .getByRole('dialog')
        .getByText('Payment successful!')
        .waitFor({ timeout: 1_500 })
        .then(
          () => true,
          () => false,
        );
      if (isDone || stage.page.url().endsWith('/account')) break;
      if (Date.now() > untilMs) break;
    }
    await column.expectServer(stage);
  }
  await column.expectScreen(stage);
}

export const FAULT_ROWS: readonly FaultRow[] = [
  {
    name: 'Offline before action',
    async run(stage, column) {
      stage.proxy.setDown(true);
      await column.act(stage, stage.page);
      await stage.page.getByText(OFFLINE_WORDS).waitFor();
      expect(stage.proxy.downHits).toBeGreaterThan(0);
      stage.proxy.setDown(false);
    },
  },
  {
    name: 'Offline mid-request',
    async run(stage, column) {
      const fault = stage.proxy.inject('reset-after-request', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(stage, stage.page);
      await fault.occurred();
      stage.proxy.setDown(true);
      await stage.page.waitForTimeout(2_500);
      stage.proxy.setDown(false);
    },
  },
  {
    name: 'Hangs 60 s',
    async run(stage, column) {
      await stage.page.clock.install();
      const fault = stage.proxy.inject('hang', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      await stage.page.clock.fastForward(60_000);
      await stage.page.waitForTimeout(500);
    },
  },
  {
    name: 'Answer lost after commit',
    async run(stage, column) {
      const fault = stage.proxy.inject('reset-before-response', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(stage, stage.page);
      await fault.occurred();
    },
  },
  {
    name: 'Tab killed',
    async run(stage, column) {
      const fault = stage.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      await stage.kill();
      stage.proxy.heal();
      const sent = stage.proxy.requests.length;
      await stage.launch();
      await stage.open(column.home);
      if (column.name === 'Pay-init') {
        await stage.page.waitForTimeout(3_000);
        const repeated = stage.proxy.requests
          .slice(sent)
          .filter((line) => line.includes('/payment/initialize'));
        expect(repeated, 'nothing is sent again by itself').toEqual([]);
      }
    },
  },
  {
    name: 'Reload x5 quickly',
    async run(stage, column) {
      await column.act(stage, stage.page);
      for (let turn = 0; turn < 5; turn += 1) {
        // A reload that comes before the last one has a page is refused; the next one is not.
        await stage.page.reload({ waitUntil: 'commit' }).catch(() => undefined);
        await stage.page.waitForTimeout(150);
      }
      await stage.page.getByRole('main').waitFor();
    },
  },
  {
    name: 'Flap on/off x20',
    async run(stage, column) {
      const flapping = stage.proxy.flap(20, 200);
      await column.act(stage, stage.page);
      await flapping;
      expect(stage.proxy.downHits).toBeGreaterThan(0);
    },
  },
  {
    name: 'Two tabs at once',
    async run(stage, column) {
      const second = await stage.phone.context.newPage();
      await second.goto(stage.page.url());
      await second.getByRole('main').waitFor();
      await column.act(stage, stage.page);
      await second.bringToFront();
      await second.waitForTimeout(1_000);
      await second.close();
      await stage.page.bringToFront();
    },
  },
  {
    name: 'New release mid-flow',
    async run(stage, column) {
      const { page } = stage;
      const fault = stage.proxy.inject('reset-before-response', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(stage, page);
      await fault.occurred();
      await stage.theatre.release();
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await page.getByText('New version ready').waitFor({ timeout: 30_000 });
      if (column.name === 'Pay-init') {
        const isSame = await page.evaluate(() => Object.assign(globalThis, { sameTab: true }).sameTab);
        await visibleButton(page, 'Update').click();
        await page.waitForTimeout(3_000);
        expect(isSame && (await page.evaluate(() => 'sameTab' in globalThis)), 'no reload').toBe(true);
      } else {
        // The card under an overlay is out of reach; it is the same offer.
        await visibleButton(page, 'Update').dispatchEvent('click');
        await page.waitForTimeout(3_000);
      }
    },
  },
  {
    name: '401 expired token',
    async run(stage, column) {
      await stage.spoilToken();
      const refreshes = await countRefreshes(stage, async () => {
        await column.act(stage, stage.page);
        await stage.page.waitForTimeout(2_000);
      });
      expect(refreshes, 'one refresh for all').toBe(1);
    },
  },
  {
    name: 'Refresh refused',
    async run(stage, column) {
      await stage.theatre.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
        stage.shopper.session.user.id,
      ]);
      await stage.spoilToken();
      await column.act(stage, stage.page);
      await stage.page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/signin');
      await expect.poll(() => stage.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      expect(await readPhoneStorage(stage)).not.toContain(stage.shopper.account.email);
      // The same shopper comes back: what they did is still theirs.
      await stage.shopper.signInAgain();
      await stage.signIn(stage.page, stage.shopper);
      await stage.open(column.home);
      if (column.name === 'Reads' || column.name === 'Session') await column.act(stage, stage.page);
      if (column.name === 'Pay-return') await column.act(stage, stage.page);
    },
  },
  {
    name: '500/429 storm',
    async run(stage, column) {
      const kind = { method: column.method, path: column.path };
      const broken = stage.proxy.inject('answer-500', { ...kind, times: 1 });
      const busy = stage.proxy.inject('answer-429', { ...kind, times: 1 });
      await column.act(stage, stage.page);
      await broken.occurred();
      if (column.goOn) await column.goOn(stage);
      await busy.occurred(1, 40_000);
      expect(await stage.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    },
  },
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
      const beganMs = Date.now();
      await stage.page.reload();
      await stage.page.getByRole('main').waitFor();
      expect(Date.now() - beganMs, 'the start does not wait for the database').toBeLessThan(5_000);
      if (column.name === 'Notif') await stage.page.waitForTimeout(4_000);
      await column.act(stage, stage.page);
      const opens = await stage.page.evaluate(
        () => (globalThis as unknown as { hungOpens: number }).hungOpens,
      );
      expect(opens).toBeGreaterThan(0);
    },
  },
  {
    name: 'IDB corrupt',
    async run(stage, column) {
      const userId = stage.shopper.session.user.id;
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
      await stage.killAndRelaunch(column.home === '/cart' ? `/product/${stage.theatre.slug}` : column.home);
      await column.act(stage, stage.page);
      await expect
        .poll(async () => (await readPhoneStorage(stage)).includes('000-broken'), { timeout: 10_000 })
        .toBe(false);
    },
  },
  {
    name: 'Storage evicted',
    async run(stage, column) {
      await column.act(stage, stage.page);
      await stage.page.waitForTimeout(1_500);
      const session = await stage.phone.context.newCDPSession(stage.page);
      await session.send('Storage.clearDataForOrigin', {
        origin: stage.proxy.url,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      });
      // The page may be leaving by itself already: its session is gone.
      await stage.page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
      await stage.page.waitForTimeout(500);
      await stage.page.goto('/account');
      await stage.page.waitForURL(/\/signin$/);
      await stage.signIn(stage.page, stage.shopper);
      await stage.open(column.home);
      if (column.name === 'Pay-return') await column.act(stage, stage.page);
    },
  },
  {
    name: 'Other browsing context',
    async run(stage, column) {
      await column.act(stage, stage.page);
      await stage.page.waitForTimeout(1_000);
      const first = stage.phone;
      const other = await Stage.open(stage.theatre);
      // A second browser without the session: a return there is never a failure.
      await other.page.evaluate(() => {
        localStorage.clear();
      });
      await other.open('/signin');
      if (column.name === 'Pay-return') {
        await column.act(stage, other.page);
        await other.page.waitForURL(/\/signin$/);
        await other.page.getByText('Sign in to see the result of your payment.').waitFor();
        expect(await other.page.getByText('Payment failed').count()).toBe(0);
      }
      await other.signIn(other.page, stage.shopper);
      await other.open('/account');
      await other.page.getByText(stage.shopper.account.name).first().waitFor();
      await other.close();
      stage.phone = first;
    },
  },
  {
    name: 'Logout / user B signs in',
    async run(stage, column) {
      const fault = stage.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      await stage.noteSessionEnd();
      const token = await stage.page.evaluate(() => localStorage.getItem('token'));
      expect(token).not.toBeNull();
      // The menu may lie behind a dialog or the panel; the session ends as the button would end it.
      await stage.page.keyboard.press('Escape');
      await stage.page.getByRole('button', { name: 'Menu' }).click();
      await stage.page.getByRole('button', { name: 'Logout' }).click();
      await stage.page.waitForURL(({ pathname }) => pathname === '/');
      stage.proxy.heal();
      const kept = await readPhoneStorage(stage);
      for (const secret of [
        stage.shopper.account.email,
        stage.shopper.session.user.id,
        stage.shopper.account.phone,
      ]) {
        expect(kept).not.toContain(secret);
      }
    },
    async expectAfter(stage) {
      const other = await Shopper.signUp(stage.theatre.shop.url, 'Bayo Ade');
      await stage.signIn(stage.page, other);
      for (const path of ['/cart', '/wallet', '/account']) {
        await stage.open(path);
        await stage.page.waitForTimeout(700);
        const text = await stage.page.locator('body').innerText();
        expect(text).not.toContain(stage.shopper.account.name);
        expect(text).not.toMatch(/Items \([1-9]/);
      }
      expect((await other.call('GET', '/api/cart')).status).toBe(404);
      const orders = await callShop(stage.theatre.shop.url, 'GET', '/api/group/my-groups', {
        headers: { authorization: `Bearer ${other.session.token}` },
      });
      expect((orders.body as { data: unknown[] }).data).toEqual([]);
    },
  },
  {
    name: 'Sleep 30 min',
    async run(stage, column) {
      await stage.page.clock.install();
      const fault = stage.proxy.inject('drop', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      stage.proxy.setDown(true);
      await stage.page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await stage.page.clock.fastForward(30 * 60_000);
      stage.proxy.setDown(false);
      await stage.page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        dispatchEvent(new Event('online'));
      });
    },
  },
];
