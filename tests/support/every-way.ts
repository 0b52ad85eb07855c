import type { Page } from 'playwright-core';
import { findAccessibilityFaults } from './axe.ts';
import { findCutContent, findSmallTargets, setDoubleTextSize } from './screen-checks.ts';
import { waitForAnimationsToEnd } from './screens.ts';

const THEMES = ['dark', 'light'] as const;
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

/**
 * Checks the page at desktop, tablet and phone width, dark and light, for accessibility faults, cut content, on the
 * phone in text of double size too, and small touch targets. Afterwards the page has phone width and the light theme.
 *
 * @returns one sentence for each fault.
 */
export async function findFaultsInAllViewports(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await waitForAnimationsToEnd(page);
      const found = await findAccessibilityFaults(page, colorScheme === 'light' ? 'all' : 'colours');
      if (colorScheme === 'light')
        found.push(...(await findCutContent(page)), ...(await findSmallTargets(page)));
      faults.push(...found.map((fault) => `${window.width} px, ${colorScheme}: ${fault}`));
    }
  }
  await setDoubleTextSize(page, true);
  await waitForAnimationsToEnd(page);
  faults.push(...(await findCutContent(page)).map((fault) => `360 px, at 200% text: ${fault}`));
  await setDoubleTextSize(page, false);
  return faults;
}
