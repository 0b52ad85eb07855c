import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { signInOnConsolePage } from '../support/console-page.ts';
import { firstOrAll } from '../support/first-or-all.ts';
import { createPickupTestOrder } from '../support/pickup-order.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';

/**
 * Money at the console of the built shop: a complaint is answered, two people give a credit, the books are compared and
 * closed.
 */

const browser = registerBrowserForFile();
const here = registerShopForFile();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function balance(userId: string): Promise<number | undefined> {
  const rows = await here.shop.db.query<{ naira: number }>(
    'SELECT (balance_kobo / 100)::int AS naira FROM wallets WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.naira;
}

async function look(page: Page, where: string): Promise<void> {
  expect(await findAccessibilityFaults(page), where).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${where} is no wider than the screen`).toBeLessThanOrEqual(0);
}

describe('the money at the console', () => {
  it.each(
    firstOrAll([
      { width: 360, height: 740, colorScheme: 'light' },
      { width: 1280, height: 800, colorScheme: 'dark' },
    ] as const),
  )('goes back, waits for two, and is in balance at $width', async (size) => {
    const { width, height, colorScheme } = size;
    const visit = () => browser.visit({ baseURL: here.shop.url, viewport: { width, height }, colorScheme });
    const bought = await createPickupTestOrder(here.shop, 'Amina Bello', { ready: ['Ofada Rice'] });
    const [paid] = await here.shop.db.query<{ reference: string }>(
      `SELECT p.reference FROM payments p JOIN orders o ON o.payment_id = p.id WHERE o.tracking_no = $1`,
      [bought.trackingNumber],
    );
    const [item] = await here.shop.db.query<{ id: number }>(
      `INSERT INTO recon_items (day, kind, reference, ours, theirs, due_at) VALUES
         ('2026-01-05', 'amount_differs', 'tx-${width}', '{"id": "7", "amountKobo": 500000}', '{"id": "7", "amountKobo": 510000}', '2026-01-06')
       RETURNING id`,
    );
    const { page, watch } = await visit();
    // The test causes two refusals: a refund above what is left of a line, and approving one's own proposal.
    watch.allow(/40[09]/);
    const name = `femi-${width}`;
    await signInOnConsolePage(page, here.shop, name, 'finance');

    await page.goto('/ops');
    await page.getByLabel('Find anything').fill(paid?.reference ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: bought.trackingNumber }).click();
    await heading(page, `Order ${bought.trackingNumber}`).waitFor();
    const before = await balance(bought.shopperId);
    const refund = page.getByRole('form', { name: 'Refund', exact: true });
    await refund.getByLabel('Amount in naira').fill('1500');
    await refund.getByLabel('Reason').fill('a torn bag');
    await refund.getByRole('button', { name: 'Preview' }).click();
    await refund.getByText('₦1,500 goes into the wallet of Amina Bello.').waitFor();
    await look(page, 'order with the figures');
    expect(await balance(bought.shopperId)).toBe(before);
    await refund.getByRole('button', { name: 'Refund' }).click();
    await refund.getByText('Refunded to the wallet.').waitFor();
    await page.getByText('₦1,500 paid back').waitFor();
    expect(await balance(bought.shopperId)).toBe((before ?? 0) + 1_500);
    // A refund above what is left is refused before any money moves.
    await refund.getByLabel('Amount in naira').fill('4000');
    await refund.getByRole('button', { name: 'Preview' }).click();
    await refund.getByText('₦3,500 of this line can be refunded.').waitFor();

    await page.getByRole('link', { name: 'Amina Bello' }).click();
    await heading(page, 'Amina Bello').waitFor();
    const note = page.getByRole('form', { name: 'Note' });
    await note.getByLabel('For other operators').fill('Call her after six.');
    await note.getByRole('button', { name: 'Save Note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Call her after six.' }).waitFor();
    // A sole operator needs no approval; the second operator makes it necessary.
    const second = await visit();
    await signInOnConsolePage(second.page, here.shop, `ngozi-${width}`, 'finance');
    const gift = page.getByRole('form', { name: 'Goodwill credit' });
    await gift.getByLabel('Amount in naira').fill('60000');
    await gift.getByLabel('Reason').fill('it never came');
    await gift.getByRole('button', { name: 'Preview' }).click();
    await gift.getByText(/^₦60,000 of the shop's money goes into the wallet of Amina Bello\./).waitFor();
    await gift.getByText('A second person has to approve this.').waitFor();
    await look(page, 'shopper with the figures');
    await gift.getByRole('button', { name: 'Give Credit' }).click();
    const waits = await gift.getByText(/A second person has to approve this by/).textContent();
    const held = await balance(bought.shopperId);
    const proposal = /number (\d+)/.exec(waits ?? '')?.[1];
    const agree = (of: Page) =>
      of.request.post(`${here.shop.url}/api/ops/approvals/${proposal}/agree`, {
        headers: { origin: here.shop.url },
      });
    expect((await agree(page)).status(), 'not the same person').toBe(409);
    expect(await balance(bought.shopperId)).toBe(held);
    expect((await agree(second.page)).status()).toBe(200);
    expect(await balance(bought.shopperId)).toBe((held ?? 0) + 60_000);

    await page.goto('/ops/reconciliation');
    await heading(page, 'Reconciliation').waitFor();
    const open = page.getByRole('listitem').filter({ hasText: `tx-${width}` });
    await open.getByText('amount ₦5,100').waitFor();
    await look(page, 'reconciliation');
    await open.getByRole('button', { name: 'Resolve' }).click();
    await open.getByLabel('Reason').fill('their fee, seen on the slip');
    await open.getByRole('button', { name: 'Preview' }).click();
    await open.getByText('No money moves.').waitFor();
    await look(page, 'reconciliation with the figures');
    await open.getByRole('button', { name: 'Resolve' }).click();
    await open.waitFor({ state: 'detached' });
    const resolved = await here.shop.db.query(
      `SELECT actor, reason FROM audit_log WHERE action = 'recon.resolve' AND target = $1`,
      [`recon:${item?.id}`],
    );
    expect(resolved).toEqual([{ actor: `operator:${name}`, reason: 'their fee, seen on the slip' }]);

    await page.goto('/ops/month');
    await page.getByRole('main').getByText('The books are in balance').waitFor();
    await look(page, 'month');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^books-20\d\d-\d\d\.csv$/);
    const csv = (await readFile(await file.path(), 'utf8')).replace(/^\ufeff/, '');
    const lines = csv
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    expect(lines[0]).toEqual(['account', 'opening', 'credited', 'debited', 'closing']);
    const [, , credited, debited, closing] = lines.at(-1) ?? [];
    expect([lines.at(-1)?.[0], credited, closing]).toEqual(['total', debited, '0']);

    await page.goto('/ops/invariants');
    await page
      .getByRole('main')
      .getByText(/^All \d+ checks passed\.$/)
      .waitFor();
    await look(page, 'invariants of the money');
  });

  it('shows support what waits, and no way to decide about money', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url });
    await signInOnConsolePage(page, here.shop, 'bisi', 'support');
    await page.goto('/ops/reconciliation');
    await heading(page, 'Reconciliation').waitFor();
    await page.getByText('Nothing to resolve.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /Resolve|Compare/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog').getByRole('navigation');
    await menu.getByRole('link', { name: 'Reconciliation' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Monthly report' }).count()).toBe(0);
  });
});
