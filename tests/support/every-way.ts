import type { Page } from 'playwright-core';
import { findBarriers } from './axe.ts';
import { findCutContent, findSmallTargets } from './screen-checks.ts';
import { untilStill } from './screens.ts';

const THEMES = ['dark', 'light'] as const;
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/**
 * Looks at the page as it stands, on a desk and on a phone, dark and light, for what keeps somebody out, is cut off or
 * is missed by a finger. Leaves it on a phone in the light.
 *
 * @returns one sentence a fault; none: an empty list.
 */
export async function findFaultsEveryWay(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await untilStill(page);
      const found = await findBarriers(page, colorScheme === 'light' ? 'all' : 'colours');
      if (colorScheme === 'light')
        found.push(...(await findCutContent(page)), ...(await findSmallTargets(page)));
      faults.push(...found.map((fault) => `${window.width} px, ${colorScheme}: ${fault}`));
    }
  }
  return faults;
}
