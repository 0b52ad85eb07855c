import type { Locator, Page } from 'playwright-core';
import { signInOnConsolePage } from './console-page.ts';
import type { PickupTestOrder } from './pickup-order.ts';
import type { TestShop } from './shop.ts';

export const locateMainRegion = (page: Page): Locator => page.getByRole('main');
export const locateHeading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { name });

/** Signs an operator in at the pickup counter of the order's centre. @returns as `signInOnConsolePage` does. */
export async function openPickupCounter(
  page: Page,
  shop: TestShop,
  operator: string,
  { centre }: PickupTestOrder,
) {
  const comeBack = await signInOnConsolePage(page, shop, operator, 'ops');
  await page.goto('/ops/pickup');
  await page.getByLabel('Centre').selectOption(centre);
  await locateHeading(page, 'Waiting here').waitFor();
  return comeBack;
}

/** Types the tracking number and then the pickup code, as a shopper reads them out. */
export async function typeTrackingNumberAndCode(
  page: Page,
  { trackingNumber }: PickupTestOrder,
  code: string,
): Promise<void> {
  await page.getByLabel('Tracking number or name').fill(trackingNumber.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByLabel('Pickup code').fill(code);
}

/** @returns the hand-outs of an order in the audit log, oldest first. */
export const listLoggedHandOuts = (shop: TestShop, { trackingNumber }: PickupTestOrder) =>
  shop.db.query<{ actor: string; action: string; lines: number[] }>(
    `SELECT actor, action, ARRAY(SELECT (l ->> 'line')::int FROM jsonb_array_elements(after -> 'handedOut') l) AS lines
     FROM audit_log WHERE target = $1 AND action LIKE 'item.collect%' ORDER BY id`,
    [`order:${trackingNumber}`],
  );
