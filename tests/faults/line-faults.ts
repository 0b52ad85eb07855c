import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { waitForHydration } from '../support/shopper-actions.ts';
import { expectOnce, type FaultRow, STILL_RUNNING } from './fault-row.ts';
import type { Scene } from './scene.ts';

/** What the line, the server and the session do to a shopper. */

const REFRESH = /^POST \/(api\/)?auth\/refresh/;
const OFFLINE_WORDS = "You're offline. Showing saved data";

const ENTRY = /^\/assets\/app-.*\.js/;
const STILL_LOADING = 'Still loading. Check your connection.';

/**
 * Takes the app's files off the phone: the worker, and what the browser itself keeps. Whose session it is stays.
 *
 * @returns its end: the browser keeps files again.
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
      // As without a network: the phone knows of it, and what it tries all the same meets a dead line.
      scene.proxy.setDown(true);
      await scene.phone.context.setOffline(true);
      // On the way back from the card page there is no app yet that could say so.
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
      // Until the app hears of it: Chromium by itself sends again what was lost on a connection it had used before.
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
      // A page that still asks for this and that would refresh before the tap, and lose the answer by it.
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
      // The page asks for this and that by itself: the session must not end before the tap.
      const refusal = scene.proxy.inject('hold-answer', { path: /\/auth\/refresh/, times: 1 });
      await scene.spoilToken();
      await column.act(scene, scene.page);
      await column.shown?.(scene.page);
      await refusal.occurred();
      refusal.lift();
      await scene.page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/signin');
      await expect.poll(() => scene.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      expect(await readPhoneStorage(scene.page)).not.toContain(scene.shopper.account.email);
      // The same shopper comes back: what they did is still theirs.
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
      // Who comes from elsewhere meets it on arrival.
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
      // Until the first answer is told there is nothing to tap.
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
