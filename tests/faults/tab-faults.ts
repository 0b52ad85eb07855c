import { expect } from 'vitest';
import { freezeBrowserTab } from '../support/frozen-tab.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';
import { openPagePath, waitForHydration } from '../support/shopper-actions.ts';
import { expectDone, type FaultRow, STILL_RUNNING } from './fault-row.ts';
import { Scene } from './scene.ts';

/** Faults of the tab, of the release and of whoever holds the phone. */

export const TAB_FAULTS: readonly FaultRow[] = [
  {
    name: 'Tab killed',
    statuses: [STILL_RUNNING],
    kills: true,
    async run(scene, column) {
      const fault = scene.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(scene, scene.page);
      await fault.occurred();
      await scene.kill();
      scene.proxy.heal();
      await scene.launch();
      await scene.open(column.home);
      if (column.name === 'Pay-init') {
        await scene.page.getByText('Unfinished payment').first().waitFor();
        expect(scene.sent(/^POST .*payment.initialize/), 'nothing is sent again by itself').toHaveLength(1);
      }
    },
  },
  {
    name: 'Reload x5 quickly',
    async run(scene, column) {
      const { page } = scene;
      const asked = () => scene.sent(new RegExp(column.path.source.replace('^', ' '))).length;
      const before = asked();
      await column.act(scene, page);
      // Only an effect that the page has shown must survive; a page left before has promised nothing.
      await column.shown?.(page);
      for (let reloads = 0; reloads < 5; ) {
        // A reload fails while the reload before it has no page yet; it is tried again.
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
    statuses: [401, STILL_RUNNING],
    async run(scene, column) {
      const { page, proxy } = scene;
      const second = await scene.phone.context.newPage();
      await second.goto(page.url());
      await column.prepareTab?.(second, scene);
      const isPaying = column.name === 'Pay-init';
      const isQueued = column.name === 'Cart';
      if (isQueued) scene.taps = 2;
      if (column.name === 'Session') {
        await Promise.all([page, second].map((tab) => tab.waitForLoadState('networkidle')));
        await scene.spoilToken();
      }
      // While the first request is running, the second tab must wait or find nothing to do.
      const held = proxy.inject('hang-answer', { method: 'POST', path: column.path, times: 1 });
      await Promise.all([
        column.act(scene, page),
        // A notification that one tab has read can no longer be read in the other.
        column.name !== 'Notif' &&
          column.act(scene, second).catch((error: unknown) => {
            if (!isPaying) throw error;
          }),
      ]);
      if (isPaying || isQueued) await held.occurred();
      if (isPaying) {
        // The slower tab shows the other's payment in place of Pay.
        await Promise.any([page, second].map((tab) => tab.getByText('Unfinished payment').first().waitFor()));
        expect(scene.sent(/^POST .*payment.initialize/)).toHaveLength(1);
      }
      if (isQueued) {
        await column.shown?.(page);
        await column.shown?.(second);
        expect(scene.sent(/^POST .*cart.add/), 'one drainer').toHaveLength(1);
      }
      // A refresh that is cut would be repeated, so its answer is waited for here.
      if (column.name === 'Session') await scene.tokenRenewed();
      proxy.heal();
      proxy.setDown(true);
      proxy.setDown(false);
      if (!column.goOn) await column.expectServer(scene);
      await column.shown?.(page);
      await column.shown?.(second);
      if (isQueued) {
        // Three requests: the one whose answer was lost, its repetition, and the other tab's, sent by one tab at a
        // time.
        expect(scene.sent(/^POST .*cart.add/)).toHaveLength(3);
      }
      if (column.name === 'Session') {
        await column.expectScreen(scene);
        expect(scene.sent(/^POST .*auth.refresh/), 'one refresh for both').toHaveLength(1);
      }
      await second.close();
      await page.bringToFront();
    },
  },
  {
    name: 'Second tab frozen',
    async run(scene, column) {
      const second = await scene.phone.context.newPage();
      await openPagePath(second, '/cart');
      const thaw = await freezeBrowserTab(second);
      await scene.page.bringToFront();
      await column.act(scene, scene.page);
      await column.shown?.(scene.page);
      if (!column.goOn) await column.expectServer(scene);
      await thaw();
      await second.close();
      await scene.page.bringToFront();
    },
  },
  {
    name: 'New release mid-flow',
    statuses: [STILL_RUNNING],
    async run(scene, column) {
      const { page } = scene;
      const fault = scene.proxy.inject('reset-before-response', {
        method: column.method,
        path: column.path,
        times: 1,
      });
      await column.act(scene, page);
      await fault.occurred();
      await scene.site.release();
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await page.getByText('New version ready').first().waitFor({ timeout: 30_000 });
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
      // An overlay may cover the card, so the button is clicked by script.
      await page.locator('button', { hasText: /^Update$/ }).dispatchEvent('click');
      if (column.name === 'Pay-init') {
        await page.getByText('Waiting for your payment...').waitFor();
        expect(await page.evaluate(() => 'isSamePage' in globalThis), 'no reload').toBe(true);
      } else {
        await page.waitForFunction(() => !('isSamePage' in globalThis));
      }
    },
    async expectAfter(scene, column) {
      await expectDone(scene, column);
      await column.expectTold?.(scene);
      // Once nobody is paying, the tab takes the accepted release.
      await scene.page.waitForFunction(() => !('isSamePage' in globalThis));
      // A page that is still starting may take the release by one more reload, which would abort the next navigation.
      await waitForHydration(scene.page);
      await column.expectScreen(scene);
    },
  },
  {
    name: 'Other browsing context',
    async run(scene, column) {
      await column.act(scene, scene.page);
      await waitWithoutInteraction(scene.page, 1_000);
      const bytesBefore = scene.downBytes;
      const other = await Scene.open(scene.site);
      // The second browser has no session; a return there must never be shown as a failure.
      await other.page.evaluate(() => {
        localStorage.clear();
      });
      await other.open('/signin');
      if (column.name === 'Pay-return') {
        await column.act(scene, other.page);
        await other.page.waitForURL(/\/signin$/);
        await other.page.getByText('Sign in to see the result of your payment.').first().waitFor();
        expect(await other.page.getByText('Payment failed').count()).toBe(0);
      }
      await other.signIn(other.page, scene.shopper);
      await other.open('/account');
      await other.page.getByText(scene.shopper.account.name).first().waitFor();
      await other.close();
      scene.discount(scene.downBytes - bytesBefore);
    },
  },
  {
    name: 'Logout / user B signs in',
    statuses: [401, STILL_RUNNING],
    needsSession: true,
    async run(scene, column) {
      const fault = scene.proxy.inject('hang-answer', { method: column.method, path: column.path, times: 1 });
      await column.act(scene, scene.page);
      await fault.occurred();
      await scene.signOut();
      scene.proxy.heal();
      const kept = await readPhoneStorage(scene.page);
      for (const secret of [
        scene.shopper.account.email,
        scene.shopper.session.user.id,
        scene.shopper.account.phone,
      ]) {
        expect(kept).not.toContain(secret);
      }
    },
    async expectAfter(scene) {
      const other = await TestShopper.signUp(scene.site.shop.url, 'Bayo Ade');
      await scene.signIn(scene.page, other);
      for (const path of ['/cart', '/wallet', '/account']) {
        await scene.open(path);
        await waitWithoutInteraction(scene.page, 700);
        const text = await scene.page.locator('body').innerText();
        expect(text).not.toContain(scene.shopper.account.name);
        expect(text).not.toMatch(/Items \([1-9]/);
      }
      expect((await other.call('GET', '/api/cart')).status).toBe(404);
      const orders = await callShopApi(scene.site.shop.url, 'GET', '/api/group/my-groups', {
        headers: { authorization: `Bearer ${other.session.token}` },
      });
      expect((orders.body as { data: unknown[] }).data).toEqual([]);
    },
  },
  {
    name: 'Sleep 30 min',
    async run(scene, column) {
      await scene.page.clock.install();
      const fault = scene.proxy.inject('drop', { method: column.method, path: column.path, times: 1 });
      await column.act(scene, scene.page);
      await fault.occurred();
      scene.proxy.setDown(true);
      const thaw = await freezeBrowserTab(scene.page);
      await scene.page.clock.setSystemTime((await scene.page.evaluate(() => Date.now())) + 30 * 60_000);
      scene.proxy.setDown(false);
      await thaw();
    },
  },
];
