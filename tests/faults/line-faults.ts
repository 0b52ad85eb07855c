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
    async run(stage, column) {
      // As without a network: the phone knows of it, and what it tries all the same meets a dead line.
      stage.proxy.setDown(true);
      await stage.phone.context.setOffline(true);
      // On the way back from the card page there is no app yet that could say so.
      if (column.name !== 'Pay-return') await stage.page.getByText(OFFLINE_WORDS).waitFor();
      await column.act(stage, stage.page);
      await column.expectOffline(stage);
      await stage.page.getByText(OFFLINE_WORDS).waitFor();
      expect(stage.downHits).toBeGreaterThan(0);
      stage.proxy.setDown(false);
      await stage.phone.context.setOffline(false);
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
      await quietFor(stage.page, 2_500);
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
      await quietFor(stage.page, 500);
    },
  },
  {
    name: 'Answer lost after commit',
    async run(stage, column) {
      // Until the app hears of it: Chromium by itself sends again what was lost on a connection it had used before.
      const { method, path } = column;
      const fault = stage.proxy.inject('reset-before-response', { method, path });
      const heard = stage.phone.context.waitForEvent('requestfailed', {
        predicate: (request) =>
          request.method() === method &&
          path.test(new URL(request.url()).pathname) &&
          request.failure()?.errorText !== 'net::ERR_ABORTED',
      });
      await column.act(stage, stage.page);
      await heard;
      expect(fault.hits).toBeGreaterThan(0);
      fault.lift();
    },
    async expectAfter(stage, column) {
      await expectOnce(stage, column);
      if (column.method !== 'GET') expect(stage.keysOf(column.path), 'one intent, one key').toHaveLength(1);
    },
  },
  {
    name: 'Flap on/off x20',
    async run(stage, column) {
      const flapping = stage.proxy.flap(20, 200);
      await column.act(stage, stage.page);
      await flapping;
      expect(stage.downHits).toBeGreaterThan(0);
    },
  },
  {
    name: '401 expired token',
    async run(stage, column) {
      // A page that still asks for this and that would refresh before the tap, and lose the answer by it.
      await stage.page.waitForLoadState('networkidle');
      await stage.spoilToken();
      await column.act(stage, stage.page);
      await expect.poll(() => stage.sent(REFRESH).length).toBeGreaterThan(0);
      await stage.tokenRenewed();
    },
    async expectAfter(stage, column) {
      await expectOnce(stage, column);
      expect(stage.sent(REFRESH), 'one refresh for all').toHaveLength(1);
    },
  },
  {
    name: 'Refresh refused',
    async run(stage, column) {
      await stage.site.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [
        stage.shopper.session.user.id,
      ]);
      // The page asks for this and that by itself: the session must not end before the tap.
      const refusal = stage.proxy.inject('hold-answer', { path: /\/auth\/refresh/, times: 1 });
      await stage.spoilToken();
      await column.act(stage, stage.page);
      await column.shown?.(stage.page);
      await refusal.occurred();
      refusal.lift();
      await stage.page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/signin');
      await expect.poll(() => stage.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      expect(await readPhoneStorage(stage.page)).not.toContain(stage.shopper.account.email);
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
      const untilMs = Date.now() + 40_000;
      // Until the first answer is told there is nothing to tap.
      while (column.goOn && busy.hits === 0 && Date.now() < untilMs) {
        await column.goOn(stage);
        await busy.occurred(1, 1_500).catch(() => undefined);
      }
      await busy.occurred(1, 40_000);
      expect(await stage.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    },
  },
];
