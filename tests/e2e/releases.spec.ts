import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../faults/stage.ts';
import { openTheatre, type Theatre } from '../faults/theatre.ts';
import { quietFor } from '../support/quiet-for.ts';
import { openPath } from '../support/shopper-actions.ts';

let theatre: Theatre;
let stage: Stage;

beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(async () => {
  await theatre?.close();
});
afterEach(() => stage?.close());

const script = () => document.querySelector('script[type=module]')?.getAttribute('src') ?? '';

describe('a new release', { timeout: 120_000 }, () => {
  it('waits for a tab in checkout, keeps its form, and is taken on one tap afterwards', async () => {
    stage = await Stage.open(theatre);
    await stage.shopper.add(theatre.productId);
    await openPath(stage.page, '/checkout');
    const { page } = stage;
    await page.getByLabel('City', { exact: true }).fill('Surulere');
    await page.evaluate(() => Object.assign(globalThis, { sameTab: true }));
    const other = await stage.phone.context.newPage();
    await openPath(other, '/');
    const before = await other.evaluate(script);

    await theatre.release();
    const checked = await other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return registration !== undefined;
    });
    expect(checked).toBe(true);
    await page.getByText('New version ready').waitFor({ timeout: 30_000 });
    await other.getByText('New version ready').waitFor();

    // The files of the old release are gone from the server; its worker still has them.
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('link', { name: 'Referral Program' }).click();
    await other.getByRole('heading', { level: 1, name: 'Referral Program' }).waitFor();

    await other.getByRole('button', { name: 'Update' }).click();
    await other.getByText('Waiting for your payment...').waitFor();
    await quietFor(page, 3_000);
    expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(true);
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Surulere');

    await page.getByRole('link', { name: /home$/ }).first().click();
    await expect.poll(() => other.evaluate(script).catch(() => before), { timeout: 60_000 }).not.toBe(before);
    await expect.poll(() => page.evaluate(script).catch(() => before), { timeout: 60_000 }).not.toBe(before);
    await openPath(page, '/checkout');
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('Surulere');
    await other.close();
  });

  it('is taken by the only tab at a cold start, before anything is drawn', async () => {
    stage = await Stage.open(theatre);
    const before = await stage.page.evaluate(script);
    await theatre.release();
    await stage.page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    await stage.page.getByText('New version ready').waitFor({ timeout: 30_000 });
    // As after the skip link: a fragment alone would only scroll on the page that is still empty.
    await stage.killAndRelaunch('/#content');
    await expect
      .poll(() => stage.page.evaluate(script).catch(() => before), { timeout: 20_000 })
      .not.toBe(before);
    await stage.page.getByRole('main').waitFor();
    expect(await stage.page.getByText('New version ready').count()).toBe(0);
  });
});
