import type { Locator, Page } from 'playwright-core';
import { enterConsole } from './console-page.ts';
import type { PickupOrder } from './pickup-order.ts';
import type { Shop } from './shop.ts';

export const main = (page: Page): Locator => page.getByRole('main');
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** Signs an operator in at the pickup counter of the order's centre. @returns as `enterConsole` does. */
export async function atCounter(page: Page, shop: Shop, operator: string, { centre }: PickupOrder) {
  const comeBack = await enterConsole(page, shop, operator, 'ops');
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(centre);
  await heading(page, 'Waiting here').waitFor();
  return comeBack;
}

/** Types the tracking number and then the pickup code, as a shopper reads them out. */
export async function typeIn(page: Page, { trackingNumber }: PickupOrder, code: string): Promise<void> {
  await page.getByLabel('Tracking number or name').fill(trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByLabel('Pickup code').fill(code);
}

/** @returns the hand-outs of an order in the audit log, oldest first. */
export const handOutsOf = (shop: Shop, { trackingNumber }: PickupOrder) =>
  shop.db.query<{ actor: string; action: string; lines: number[] }>(
    `SELECT actor, action, ARRAY(SELECT (l ->> 'line')::int FROM jsonb_array_elements(after -> 'handedOut') l) AS lines
     FROM audit_log WHERE target = $1 AND action LIKE 'item.collect%' ORDER BY id`,
    [`order:${trackingNumber}`],
  );
