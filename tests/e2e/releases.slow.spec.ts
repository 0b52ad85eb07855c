import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { readCachedHomePage } from '../support/cached-home.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { disableTimersOfDuration } from '../support/screen-line.ts';
import { openPagePath } from '../support/shopper-actions.ts';

/** How long the app waits at its start for the disk and for the workers before it goes on without them. */
const DISK_WAIT_MS = 600;
const WORKER_WAITS_MS = [300, 1_000];

const site = openFixtureForFile(openShopSite);
let scene: Scene;

afterEach(() => scene?.close());

/** Reads the name of the app's file that a tab runs. */
async function readEntry(tab: Page): Promise<string> {
  const entry = await tab.waitForFunction(() =>
    document.querySelector('script[type=module]')?.getAttribute('src'),
  );
  return (await entry.jsonValue()) ?? '';
}

/** Waits until a tab runs another file; while it reloads, it runs none. */
async function leavesEntry(tab: Page, before: string): Promise<void> {
  const hasLeft = (old: string) => {
    const entry = document.querySelector('script[type=module]')?.getAttribute('src');
    return entry !== undefined && entry !== null && entry !== old;
  };
  await tab.waitForFunction(hasLeft, before, { timeout: 120_000 });
}

describe('a new release', { timeout: 600_000 }, () => {
  it('waits for a tab in checkout, keeps its form, and is taken on one tap afterwards', async () => {
    scene = await Scene.open(site);
    // The wait for the disk is turned off, or a slow disk would give an empty form.
    await disableTimersOfDuration(scene.page, DISK_WAIT_MS);
    await scene.shopper.add(site.productId);
    await openPagePath(scene.page, '/checkout');
    const { page } = scene;
    await page.getByLabel('City', { exact: true }).fill('Surulere');
    await page.evaluate(() => Object.assign(globalThis, { sameTab: true }));
    const other = await scene.phone.context.newPage();
    await openPagePath(other, '/');
    const before = await readEntry(other);

    await site.release();
    const checked = await other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return registration !== undefined;
    });
    expect(checked).toBe(true);
    await page.getByText('New version ready').first().waitFor({ timeout: 120_000 });
    await other.getByText('New version ready').first().waitFor();

    // The server no longer has the files of the old release, but its worker does.
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('link', { name: 'Referral Program' }).click();
    await other.getByRole('heading', { level: 1, name: 'Referral Program' }).waitFor();

    await other.getByRole('button', { name: 'Update' }).click();
    await other.getByText('Waiting for your payment...').waitFor();
    await waitWithoutInteraction(page, 3_000);
    expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(true);
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Surulere');

    await page.getByRole('link', { name: /home$/ }).first().click();
    await leavesEntry(other, before);
    await leavesEntry(page, before);
    await openPagePath(page, '/checkout');
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Surulere');
    await other.close();
  });

  it('is taken by the only tab at a cold start, before anything is drawn', async () => {
    scene = await Scene.open(site);
    const before = await readEntry(scene.page);
    await site.release();
    const update = () =>
      scene.page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        // The installing worker is waited for until it is installed, or has failed.
        const installing = registration?.installing;
        if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve));
        return Boolean(registration?.waiting);
      });
    // A hotspot answers in place of the shop while the new release is cached.
    const hotspot = site.proxy.inject('page-200', { path: /^\/index\.html/ });
    expect(await update()).toBe(false);
    expect(hotspot.hits).toBeGreaterThan(0);
    hotspot.lift();
    expect(await update()).toBe(true);
    await scene.page.getByText('New version ready').first().waitFor();
    // Opens the address with a fragment, as after the skip link; without a new start it would only scroll the empty
    // page.
    await scene.kill();
    await scene.launch();
    await disableTimersOfDuration(scene.page, ...WORKER_WAITS_MS);
    await scene.open('/#content');
    await leavesEntry(scene.page, before);
    await scene.page.getByRole('main').waitFor();
    expect(await scene.page.getByText('New version ready').count()).toBe(0);
  });

  it('is taken by the only tab that opens home again, in place of the home that is cached', async () => {
    scene = await Scene.openVisitor(site);
    await scene.visit();
    await expect.poll(() => readCachedHomePage(scene.page), { timeout: 20_000 }).not.toBeNull();
    const before = await readEntry(scene.page);
    await site.release();
    await scene.page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await scene.page.getByText('New version ready').first().waitFor({ timeout: 120_000 });
    await disableTimersOfDuration(scene.page, ...WORKER_WAITS_MS);
    await scene.open('/');
    await leavesEntry(scene.page, before);
    // The home page of the older release is deleted, and the start caches this release's.
    const homes = async () => (await caches.keys()).filter((name) => name.startsWith('home-'));
    await expect.poll(async () => (await scene.page.evaluate(homes)).length).toBe(1);
    await expect.poll(async () => (await readCachedHomePage(scene.page))?.html).not.toContain(before);
  });
});
