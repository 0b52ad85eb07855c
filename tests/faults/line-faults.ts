import { expect } from 'vitest';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { quietFor } from '../support/quiet-for.ts';
import { expectOnce, type FaultRow } from './fault-row.ts';

/** What the line, the server and the session do to a shopper. */

const REFRESH = /^POST \/(api\/)?auth\/refresh/;
const OFFLINE_WORDS = "You're offline. Showing saved data";

export const LINE_FAULTS: readonly FaultRow[] = [
  {
    name: 'Offline before action',
    async run(scene, column) {
      // As without a network: the phone knows of it, and what it tries all the same meets a dead line.
      scene.proxy.setDown(true);
      await scene.phone.context.setOffline(true);
      // On the way back from the card page there is no app yet that could say so.
      if (column.name !== 'Pay-return') await scene.page.getByText(OFFLINE_WORDS).waitFor();
      await column.act(scene, scene.page);
      await column.expectOffline(scene);
      await scene.page.getByText(OFFLINE_WORDS).waitFor();
      expect(scene.downHits).toBeGreaterThan(0);
      scene.proxy.setDown(false);
      await scene.phone.context.setOffline(false);
    },
  },
  {
    name: 'Offline mid-request',
    async run(scene, column) {
      const fault = scene.proxy.inject('reset-after-request', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(scene, scene.page);
      await fault.occurred();
      scene.proxy.setDown(true);
      await quietFor(scene.page, 2_500);
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
      await quietFor(scene.page, 500);
    },
  },
  {
    name: 'Answer lost after commit',
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
    async run(scene, column) {
      const flapping = scene.proxy.flap(20, 200);
      await column.act(scene, scene.page);
      await flapping;
      expect(scene.downHits).toBeGreaterThan(0);
    },
  },
  {
    name: '401 expired token',
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
    name: '500/429 storm',
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
      expect(await scene.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    },
  },
];
