import { expect } from 'vitest';
import { freezeTab } from '../support/frozen-tab.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { quietFor } from '../support/quiet-for.ts';
import { callShop, Shopper } from '../support/shopper.ts';
import { expectDone, type FaultRow } from './fault-row.ts';
import { Stage } from './stage.ts';

/** What befalls the tab, the release and whoever holds the phone. */

export const TAB_FAULTS: readonly FaultRow[] = [
  {
    name: 'Tab killed',
    kills: true,
    async run(stage, column) {
      const fault = stage.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      await stage.kill();
      stage.proxy.heal();
      await stage.launch();
      await stage.open(column.home);
      if (column.name === 'Pay-init') {
        await stage.page.getByText('Unfinished payment').first().waitFor();
        expect(stage.sent(/^POST .*payment.initialize/), 'nothing is sent again by itself').toHaveLength(1);
      }
    },
  },
  {
    name: 'Reload x5 quickly',
    async run(stage, column) {
      const { page } = stage;
      const asked = () => stage.sent(new RegExp(column.path.source.replace('^', ' '))).length;
      const before = asked();
      await column.act(stage, page);
      // What was shown is promised; a page left before that had promised nothing.
      await column.shown?.(page);
      for (let reloads = 0; reloads < 5; ) {
        // A reload that comes before the last one has a page is refused; the next one is not.
        await page.reload({ waitUntil: reloads % 2 === 0 ? 'commit' : 'domcontentloaded' }).then(
          () => {
            reloads += 1;
          },
          () => undefined,
        );
      }
      await page.getByRole('main').waitFor();
      expect(asked() - before, 'no storm').toBeLessThanOrEqual(12);
    },
  },
  {
    name: 'Two tabs at once',
    async run(stage, column) {
      const { page, proxy } = stage;
      const second = await stage.phone.context.newPage();
      await second.goto(page.url());
      await column.prepareTab?.(second);
      const isPaying = column.name === 'Pay-init';
      const isQueued = column.name === 'Cart';
      if (isQueued) stage.taps = 2;
      if (column.name === 'Session') {
        await Promise.all([page, second].map((tab) => tab.waitForLoadState('networkidle')));
        await stage.spoilToken();
      }
      // While the first is on its way the second has to wait, or finds that there is nothing to do.
      const held = proxy.inject('hang-answer', { method: 'POST', path: column.path, times: 1 });
      await Promise.all([
        column.act(stage, page),
        // The notification that one tab has read is not there to be read in the other.
        column.name !== 'Notif' &&
          column.act(stage, second).catch((error: unknown) => {
            if (!isPaying) throw error;
          }),
      ]);
      if (isPaying || isQueued) await held.occurred();
      if (isPaying) {
        // Whichever came second shows the other's in place of Pay.
        await Promise.any([page, second].map((tab) => tab.getByText('Unfinished payment').first().waitFor()));
        expect(stage.sent(/^POST .*payment.initialize/)).toHaveLength(1);
      }
      if (isQueued) {
        await column.shown?.(page);
        await column.shown?.(second);
        expect(stage.sent(/^POST .*cart.add/), 'one drainer').toHaveLength(1);
      }
      proxy.heal();
      proxy.setDown(true);
      proxy.setDown(false);
      if (!column.goOn) await column.expectServer(stage);
      await column.shown?.(page);
      await column.shown?.(second);
      if (isQueued) {
        // The one whose answer was lost, it again, and the other tab's: by one drainer at a time.
        expect(stage.sent(/^POST .*cart.add/)).toHaveLength(3);
      }
      if (column.name === 'Session') {
        await stage.tokenRenewed();
        await column.expectScreen(stage);
        expect(stage.sent(/^POST .*auth.refresh/), 'one refresh for both').toHaveLength(1);
      }
      await second.close();
      await page.bringToFront();
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
      await stage.site.release();
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await page.getByText('New version ready').waitFor({ timeout: 30_000 });
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      // An overlay may cover the card; it is the same offer.
      await page.locator('button', { hasText: /^Update$/ }).dispatchEvent('click');
      if (column.name === 'Pay-init') {
        await page.getByText('Waiting for your payment...').waitFor();
        expect(await page.evaluate(() => 'isSamePage' in globalThis), 'no reload').toBe(true);
      } else {
        await page.waitForFunction(() => !('isSamePage' in globalThis));
      }
    },
    async expectAfter(stage, column) {
      await expectDone(stage, column);
      await column.expectTold?.(stage);
      // Once nobody pays the tab takes the release that was accepted.
      await stage.page.waitForFunction(() => !('isSamePage' in globalThis));
      await column.expectScreen(stage);
    },
  },
  {
    name: 'Other browsing context',
    async run(stage, column) {
      await column.act(stage, stage.page);
      await quietFor(stage.page, 1_000);
      const bytesBefore = stage.downBytes;
      const other = await Stage.open(stage.site);
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
      stage.discount(stage.downBytes - bytesBefore);
    },
  },
  {
    name: 'Logout / user B signs in',
    async run(stage, column) {
      const fault = stage.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(stage, stage.page);
      await fault.occurred();
      await stage.signOut();
      stage.proxy.heal();
      const kept = await readPhoneStorage(stage.page);
      for (const secret of [
        stage.shopper.account.email,
        stage.shopper.session.user.id,
        stage.shopper.account.phone,
      ]) {
        expect(kept).not.toContain(secret);
      }
    },
    async expectAfter(stage) {
      const other = await Shopper.signUp(stage.site.shop.url, 'Bayo Ade');
      await stage.signIn(stage.page, other);
      for (const path of ['/cart', '/wallet', '/account']) {
        await stage.open(path);
        await quietFor(stage.page, 700);
        const text = await stage.page.locator('body').innerText();
        expect(text).not.toContain(stage.shopper.account.name);
        expect(text).not.toMatch(/Items \([1-9]/);
      }
      expect((await other.call('GET', '/api/cart')).status).toBe(404);
      const orders = await callShop(stage.site.shop.url, 'GET', '/api/group/my-groups', {
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
      const thaw = await freezeTab(stage.page);
      await stage.page.clock.setSystemTime((await stage.page.evaluate(() => Date.now())) + 30 * 60_000);
      stage.proxy.setDown(false);
      await thaw();
    },
  },
];
