import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { addOperatorToShop, enrolAndSignInOnConsolePage } from '../support/console-page.ts';
import { findFaultsInAllViewports } from '../support/every-way.ts';
import { isWholeRun } from '../support/first-or-all.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/** The console of the built shop: signing in, what waits, and from what a caller says to the life of a payment. */

const browser = registerBrowserForFile();
const here = registerShopForFile();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Finds a purchase of the demo data, which are made once the shop listens. */
async function purchase(): Promise<{ name: string; reference: string; tracking: string }> {
  const find = () =>
    here.shop.db.query<{ name: string; reference: string; tracking: string }>(
      `SELECT u.name, p.reference, o.tracking_no AS tracking FROM payments p JOIN users u ON u.id = p.user_id
         JOIN orders o ON o.payment_id = p.id ORDER BY p.created_at LIMIT 1`,
    );
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1);
  return (await find())[0] as { name: string; reference: string; tracking: string };
}

describe('the console', () => {
  // Comes first, because it begins in a shop without operators.
  if (isWholeRun) {
    it('keeps nobody out, on a phone and on a desk, light and dark', async () => {
      const { page, watch } = await browser.visit({ baseURL: here.shop.url });
      const paid = await purchase();
      // Before the sign-in, calls are answered 401, or 409 while there is no operator at all.
      watch.allow(/401|409/);
      const look = async (where: string) => expect(await findFaultsInAllViewports(page), where).toEqual([]);
      await page.goto('/ops');
      await heading(page, 'This shop has no operator yet').waitFor();
      await look('a shop without operators');
      await addOperatorToShop(here.shop, 'first', 'owner');
      await page.reload();
      await heading(page, 'Sign in to the console').waitFor();
      await look('sign in');
      await enrolAndSignInOnConsolePage(page, here.shop, 'person', 'support');
      await page.getByRole('img', { name: /^Paid in\./ }).waitFor();
      await look('today');

      await page.getByLabel('Find anything').fill(paid.tracking.toLowerCase());
      await page.keyboard.press('Enter');
      await page
        .getByRole('link', { name: new RegExp(`^${paid.name}`) })
        .first()
        .waitFor();
      await look('find');
      await page
        .getByRole('link', { name: new RegExp(`^${paid.name}`) })
        .first()
        .click();
      await heading(page, 'Payment').waitFor();
      await page.getByText('Started').waitFor();
      await look('payment');
      await page.getByRole('link', { name: paid.tracking }).click();
      await heading(page, `Order ${paid.tracking}`).waitFor();
      await look('order');
      await page.getByRole('link', { name: paid.name }).click();
      await heading(page, paid.name).waitFor();
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      await look('shopper');
    });
  }

  it('is gone with the way out, and a session that ended leads to the door', async () => {
    const { page, watch } = await browser.visit({ baseURL: here.shop.url });
    watch.allow(/401/);
    await enrolAndSignInOnConsolePage(page, here.shop, 'leaver', 'support');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await heading(page, 'Sign in to the console').waitFor();
    // Only `device` stays: the limits recognise the browser by it, and it gives no access.
    expect((await page.context().cookies()).map((cookie) => cookie.name)).toEqual(['device']);

    await enrolAndSignInOnConsolePage(page, here.shop, 'ended', 'support');
    await page.getByLabel('Find anything').fill('ada');
    // The page may ask on its own and notice the ended session before the key is pressed.
    await here.shop.db.query(`DELETE FROM operator_sessions WHERE name = 'ended'`);
    await page.keyboard.press('Enter');
    await heading(page, 'Sign in to the console').waitFor();
  });

  it('comes with a policy that lets nothing else in, is never kept, and the shop knows no way to it', async () => {
    const page = await fetch(`${here.shop.url}/ops/payments/gb-1`);
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'; script-src 'self';`);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`);
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex',
    ]);
    const shown = await page.text();
    expect(shown).not.toMatch(/<script>|<style|style=/);
    const home = await (await fetch(here.shop.url)).text();
    const worker = await (await fetch(`${here.shop.url}/sw.js`)).text();
    for (const text of [home, worker]) expect(text).not.toContain('/ops/');
    // The console shares no file with the shop, so a shopper's page or worker never fetches one.
    const ownFiles = [...shown.matchAll(/\/ops\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
    expect(ownFiles.length).toBeGreaterThan(1);
    for (const name of ownFiles) expect(home + worker).not.toContain(name);
    const kept = await Promise.all(ownFiles.map((name) => fetch(`${here.shop.url}/assets/${name}`)));
    expect(kept.map(({ status }) => status)).toEqual(ownFiles.map(() => 404));
    expect((await fetch(`${here.shop.url}/ops/assets/none.js`)).status).toBe(404);
  });
});
