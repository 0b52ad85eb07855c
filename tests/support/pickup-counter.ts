import type { Locator, Page } from 'playwright-core';
import { enterConsole } from './console-page.ts';
import type { PickupOrder } from './pickup-order.ts';
import type { Shop } from './shop.ts';

export const main = (page: Page): Locator => page.getByRole('main');
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** At the counter of the centre where an order waits. @returns as `enterConsole`. */
export async function atCounter(page: Page, shop: Shop, operator: string, { centre }: PickupOrder) {
  const comeBack = await enterConsole(page, shop, operator, 'ops');
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(centre);
  await heading(page, 'Waiting here').waitFor();
  return comeBack;
}

/** By hand, as it is read out: the number first, then the code. */
export async function typeIn(page: Page, { trackingNumber }: PickupOrder, code: string): Promise<void> {
  await page.getByLabel('Tracking number or name').fill(trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByLabel('Pickup code').fill(code);
}

/** What the log has of an order's hand-outs, the oldest first. */
export const handOutsOf = (shop: Shop, { trackingNumber }: PickupOrder) =>
  shop.db.query<{ actor: string; action: string; lines: number[] }>(
    `SELECT actor, action, ARRAY(SELECT (l ->> 'line')::int FROM jsonb_array_elements(after -> 'handedOut') l) AS lines
     FROM audit_log WHERE target = $1 AND action LIKE 'item.collect%' ORDER BY id`,
    [`order:${trackingNumber}`],
  );
