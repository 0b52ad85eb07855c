import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { waitForHydration } from '../support/shopper-actions.ts';
import { expectOnce, type FaultRow, STILL_RUNNING } from './fault-row.ts';
import type { Scene } from './scene.ts';

/** Faults of the connection, the server and the session. */

const REFRESH = /^POST \/(api\/)?auth\/refresh/;
const OFFLINE_WORDS = "You're offline. Showing saved data";

const ENTRY = /^\/assets\/app-.*\.js/;
const STILL_LOADING = 'Still loading. Check your connection.';

/**
 * Removes the app's files from the phone, the worker's and the browser's own. The session stays.
 *
 * @returns a function after which the browser keeps files again.
 */
async function forgetApp({ page, phone }: Scene): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    await Promise.all(workers.map((worker) => worker.unregister()));
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  });
  const session = await phone.context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return async () => {
    await session.send('Network.setCacheDisabled', { cacheDisabled: false });
    await session.detach();
  };
}

export const LINE_FAULTS: readonly FaultRow[] = [
  {
    name: 'Offline before action',
    async run(scene, column) {
      // As without a network: the phone is told that it is offline, and its connections fail too.
      scene.proxy.setDown(true);
      await scene.phone.context.setOffline(true);
      // After the card page the app has not started yet, so it cannot say that the phone is offline.
      if (column.name !== 'Pay-return') await scene.page.getByText(OFFLINE_WORDS).first().waitFor();
      await column.act(scene, scene.page);
      await column.expectOffline(scene);
      await scene.page.getByText(OFFLINE_WORDS).first().waitFor();
      expect(scene.downHits).toBeGreaterThan(0);
      scene.proxy.setDown(false);
      await scene.phone.context.setOffline(false);
    },
  },
  {
    name: 'Offline mid-request',
    statuses: [STILL_RUNNING],
    async run(scene, column) {
      const fault = scene.proxy.inject('reset-after-request', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(scene, scene.page);
      await fault.occurred();
      scene.proxy.setDown(true);
      await waitWithoutInteraction(scene.page, 2_500);
      scene.proxy.setDown(false);
    },
  },
  {
    name: 'Hangs 60 s',
    async run(scene, column) {
      await scene.page.clock.install();
      const fault = scene.proxy.inject('hang', { method: column.method, path: column.path, times: 1 });
      await column.act(scene, scene.page);
      await fault.occurred();
      await scene.page.clock.fastForward(60_000);
      await waitWithoutInteraction(scene.page, 500);
    },
  },
  {
    name: 'Answer lost after commit',
    statuses: [STILL_RUNNING],
    async run(scene, column) {
      // The fault stays until the app learns of it, because Chromium itself repeats a request that was lost on a used
      // connection.
      const { method, path } = column;
      const fault = scene.proxy.inject('reset-before-response', { method, path });
      const heard = scene.phone.context.waitForEvent('requestfailed', {
        predicate: (request) =>
          request.method() === method &&
          path.test(new URL(request.url()).pathname) &&
          request.failure()?.errorText !== 'net::ERR_ABORTED',
      });
      await column.act(scene, scene.page);
      await heard;
      expect(fault.hits).toBeGreaterThan(0);
      fault.lift();
    },
    async expectAfter(scene, column) {
      await expectOnce(scene, column);
      if (column.method !== 'GET') expect(scene.keysOf(column.path), 'one intent, one key').toHaveLength(1);
    },
  },
  {
    name: 'Flap on/off x20',
    statuses: [STILL_RUNNING],
    async run(scene, column) {
      const flapping = scene.proxy.flap(20, 200);
      await column.act(scene, scene.page);
      await flapping;
      expect(scene.downHits).toBeGreaterThan(0);
    },
  },
  {
    name: '401 expired token',
    statuses: [401],
    needsSession: true,
    async run(scene, column) {
      // A page that is still loading could refresh before the tap, and lose that answer by the tap.
      await scene.page.waitForLoadState('networkidle');
      await scene.spoilToken();
      await column.act(scene, scene.page);
      await expect.poll(() => scene.sent(REFRESH).length).toBeGreaterThan(0);
      await scene.tokenRenewed();
    },
    async expectAfter(scene, column) {
      await expectOnce(scene, column);
      expect(scene.sent(REFRESH), 'one refresh for all').toHaveLength(1);
    },
  },
  {
    name: 'Refresh refused',
    statuses: [401],
    needsSession: true,
    async run(scene, column) {
      await scene.site.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
        scene.shopper.session.user.id,
      ]);
      // The page also asks on its own; held back, the refusal cannot end the session before the tap.
      const refusal = scene.proxy.inject('hold-answer', { path: /\/auth\/refresh/, times: 1 });
      await scene.spoilToken();
      await column.act(scene, scene.page);
      await column.shown?.(scene.page);
      await refusal.occurred();
      refusal.lift();
      await scene.page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/signin');
      await expect.poll(() => scene.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      expect(await readPhoneStorage(scene.page)).not.toContain(scene.shopper.account.email);
      // The same shopper signs in again and finds what they did.
      await scene.shopper.signInAgain();
      await scene.signIn(scene.page, scene.shopper);
      await scene.open(column.home);
      if (column.name === 'Reads' || column.name === 'Session') await column.act(scene, scene.page);
      if (column.name === 'Pay-return') await column.act(scene, scene.page);
    },
  },
  {
    name: 'Entry script cut',
    async run(scene, column) {
      const { page, proxy } = scene;
      const shown = await forgetApp(scene);
      const cut = proxy.inject('drop', { path: ENTRY });
      // A shopper who comes from another site meets the fault on arrival.
      const arrival = column.method === 'GET' ? column.act(scene, page) : page.reload();
      const note = page.getByRole('alert').filter({ hasText: STILL_LOADING });
      await note.waitFor();
      await cut.occurred();
      cut.lift();
      await note.getByRole('button', { name: 'Try Again' }).click();
      await arrival;
      await waitForHydration(page);
      await shown();
      if (column.method === 'GET') return;
      await column.prepareTab?.(page, scene);
      await column.act(scene, page);
    },
  },
  {
    name: '500/429 storm',
    statuses: [429, 500],
    async run(scene, column) {
      const kind = { method: column.method, path: column.path };
      const broken = scene.proxy.inject('answer-500', { ...kind, times: 1 });
      const busy = scene.proxy.inject('answer-429', { ...kind, times: 1 });
      await column.act(scene, scene.page);
      await broken.occurred();
      const untilMs = Date.now() + 40_000;
      // There is nothing to tap until the first answer is shown.
      while (column.goOn && busy.hits === 0 && Date.now() < untilMs) {
        await column.goOn(scene);
        await busy.occurred(1, 1_500).catch(() => undefined);
      }
      await busy.occurred(1, 40_000);
      if (!column.isGuest)
        expect(await scene.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    },
  },
];
