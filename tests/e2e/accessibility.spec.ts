import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../support/axe.ts';
import { browserForFile } from '../support/browser-for-file.ts';
import { SCREENS_AND_STATES } from '../support/screen-states.ts';
import { prepareDesignShopper, reachScreen, settle } from '../support/screens.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { createShopDatabase, type ShopDatabase } from '../support/shop-database.ts';
import type { Shopper } from '../support/shopper.ts';

const THEMES = ['light', 'dark'] as const;

const browser = browserForFile();
let database: ShopDatabase;
let shop: Shop;
let shopper: Shopper;

beforeAll(async () => {
  database = await createShopDatabase();
  shop = await startShop({ databaseUrl: database.url });
  shopper = await prepareDesignShopper(shop);
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

describe('every screen and state, light and dark', () => {
  it.each(SCREENS_AND_STATES)('$name: axe finds nothing that keeps somebody out', async (screen) => {
    const { page, watch } = await browser.visit({ baseURL: shop.url, reducedMotion: 'reduce' });
    watch.allow(screen.refusal ?? /^$/);
    await reachScreen(page, screen, shop, shopper);
    const barriers: string[] = [];
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settle(page);
      barriers.push(...(await findBarriers(page)).map((barrier) => `${colorScheme}: ${barrier}`));
    }
    expect(barriers).toEqual([]);
  });
});
