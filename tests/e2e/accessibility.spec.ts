import { beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../support/axe.ts';
import { browserForFile } from '../support/browser-for-file.ts';
import { SCREENS_AND_STATES } from '../support/screen-states.ts';
import { prepareDesignShopper, reachScreen, untilStill } from '../support/screens.ts';
import { shopForFile } from '../support/shop-for-file.ts';
import type { Shopper } from '../support/shopper.ts';

const THEMES = ['light', 'dark'] as const;

const browser = browserForFile();
const here = shopForFile();
let shopper: Shopper;

beforeAll(async () => {
  shopper = await prepareDesignShopper(here.shop);
});

describe('every screen and state, light and dark', () => {
  it.each(SCREENS_AND_STATES)('$name: axe finds nothing that keeps somebody out', async (screen) => {
    const { page, watch } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
    watch.allow(screen.refusal ?? /^$/);
    await reachScreen(page, screen, here.shop, shopper);
    const barriers: string[] = [];
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await untilStill(page);
      barriers.push(...(await findBarriers(page)).map((barrier) => `${colorScheme}: ${barrier}`));
    }
    expect(barriers).toEqual([]);
  });
});
