import { beforeAll, describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser-for-file.ts';
import { findCutContent, findSmallTargets, setDoubleText } from '../support/screen-checks.ts';
import { prepareDesignShopper, SCREENS, showScreen, untilStill } from '../support/screens.ts';
import { shopForFile } from '../support/shop-for-file.ts';
import type { Shopper } from '../support/shopper.ts';

const WIDTHS = [320, 360, 1280];

const browser = browserForFile();
const here = shopForFile();
let shopper: Shopper;

beforeAll(async () => {
  shopper = await prepareDesignShopper(here.shop);
});

describe('every screen on a small phone, a phone and a wide screen', () => {
  it.each(SCREENS)(
    '$name: nothing is cut or scrolls sideways, also at 200% text, and a finger hits every target',
    async (screen) => {
      const { page, watch } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      watch.allow(screen.refusal ?? /^$/);
      await page.setViewportSize({ width: 360, height: 800 });
      await showScreen(page, screen, here.shop, shopper);
      const faults: string[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await untilStill(page);
        faults.push(...(await findCutContent(page)).map((fault) => `${width}px: ${fault}`));
        faults.push(...(await findSmallTargets(page)).map((fault) => `${width}px: ${fault}`));
        await setDoubleText(page, true);
        await untilStill(page);
        faults.push(...(await findCutContent(page)).map((fault) => `${width}px at 200% text: ${fault}`));
        await setDoubleText(page, false);
      }
      expect(faults).toEqual([]);
    },
  );
});
