import { beforeAll, describe, expect, it } from 'vitest';
import { browserForFile } from '../support/browser-for-file.ts';
import { findCutContent, findSmallTargets, setDoubleText } from '../support/screen-checks.ts';
import { prepareDesignShopper, RICE, SCREENS, showScreen, untilStill } from '../support/screens.ts';
import { shopForFile } from '../support/shop-for-file.ts';
import { Shopper } from '../support/shopper.ts';
import { arriveSignedIn, openPath } from '../support/shopper-actions.ts';

const WINDOWS = [
  { width: 320, height: 800 },
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
  // A phone on its side.
  { width: 640, height: 360 },
];

const browser = browserForFile();
const here = shopForFile();
let shopper: Shopper;

beforeAll(async () => {
  shopper = await prepareDesignShopper(here.shop);
});

describe('every screen on a small phone, a phone, a wide screen and a phone on its side', () => {
  it.each(SCREENS)(
    '$name: nothing is cut or scrolls sideways, also at 200% text, and a finger hits every target',
    async (screen) => {
      const { page, watch } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      watch.allow(screen.refusal ?? /^$/);
      await page.setViewportSize({ width: 360, height: 800 });
      await showScreen(page, screen, here.shop, shopper);
      const faults: string[] = [];
      for (const window of WINDOWS) {
        const { width } = window;
        await page.setViewportSize(window);
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

it('on its side a phone shows what the product is and its price beside the picture, above the bar', async () => {
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 640, height: 360 } });
  await openPath(page, `/product/${RICE}`);
  const bar = await page.locator('[data-buybar]').boundingBox();
  for (const part of [page.getByRole('heading', { level: 1 }), page.getByText(/^₦/).first()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 360) + (box?.height ?? 0), await part.innerText()).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

it('the widest referral code stands on one line, also at 200% text on the smallest phone', async () => {
  const referrer = await Shopper.signUp(here.shop.url, 'Ada Obi');
  await here.shop.db.query("UPDATE users SET referral_code = 'WWWWWWWW' WHERE id = $1", [referrer.id]);
  const { page } = await browser.visit({ baseURL: here.shop.url, viewport: { width: 320, height: 800 } });
  await arriveSignedIn(page, referrer);
  await openPath(page, '/referral');
  await page.getByText('WWWWWWWW', { exact: true }).waitFor();
  await setDoubleText(page, true);
  await untilStill(page);
  expect(await findCutContent(page)).toEqual([]);
});
