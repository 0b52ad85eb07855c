import { beforeAll, describe, expect, it } from 'vitest';
import { SCREENS } from '../../src/ops/screen-table.tsx';
import { opsScreens } from '../../src/ops/screens.ts';
import { findBarriers } from '../support/axe.ts';
import { browserForFile } from '../support/browser-for-file.ts';
import { type ConsoleTour, openTour } from '../support/console-tour.ts';
import { findFaultsEveryWay } from '../support/every-way.ts';
import { findCutContent } from '../support/screen-checks.ts';
import { untilStill } from '../support/screens.ts';
import { shopForFile } from '../support/shop-for-file.ts';

/** Every screen of the console, as an owner sees it in a shop where each has something to show. */

const browser = browserForFile();
const here = shopForFile();
let tour: ConsoleTour;

beforeAll(async () => {
  const { shop } = here;
  tour = await openTour(shop, async () => (await browser.visit({ baseURL: shop.url })).page);
});

it('the walk knows every screen: each address is one of the table, each with an id has something to show', () => {
  const walked = SCREENS.map(({ path }) => path);
  const { enrol: _, ...behindTheDoor } = opsScreens;
  expect(walked.toSorted()).toEqual(Object.values(behindTheDoor).toSorted());
  expect(walked.filter((path) => path.includes(':id') && !tour.ids.has(path))).toEqual([]);
});

describe('every screen of the console', () => {
  it.each(SCREENS)(
    '$path is read by everybody and hit by a finger, small and wide, light and dark',
    async ({ path }) => {
      const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
      await tour.enter(page);
      await page.goto(tour.placeOf(path));
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      // What is at no address is Today.
      expect((await heading.textContent()) === 'Today').toBe(path === opsScreens.today);
      expect(await page.getByText('could not be read').count()).toBe(0);
      expect(await findFaultsEveryWay(page)).toEqual([]);
    },
  );

  it('is in the menu, which fits a phone and closes with the way to a screen', async () => {
    const { page } = await browser.visit({ baseURL: here.shop.url, reducedMotion: 'reduce' });
    await tour.enter(page);
    await page.goto(opsScreens.today);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const links = await menu.getByRole('link').allTextContents();
    // One's own access stands beside the way out.
    const labels = [...SCREENS.flatMap(({ label }) => label ?? []), 'My Access'];
    expect(links.toSorted()).toEqual(labels.toSorted());
    await untilStill(page);
    expect([...(await findBarriers(page)), ...(await findCutContent(page))]).toEqual([]);
    await menu.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
