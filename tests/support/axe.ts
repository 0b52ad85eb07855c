import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { untilStill } from './screens.ts';

/** WCAG 2.2 A and AA, and what axe recommends beyond. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Looks with axe for what keeps somebody from reading or using the page as it stands. A colour may be on its way
 * from one to the other at the first look; what is wrong stands there at the second too.
 *
 * @returns one sentence a fault; none: an empty list.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  const first = await lookOnce(page);
  if (first.length === 0) return first;
  await untilStill(page);
  const second = await lookOnce(page);
  return first.filter((barrier) => second.includes(barrier));
}

async function lookOnce(page: Page): Promise<string[]> {
  // Not as a script tag: the page's content policy forbids what it did not bring itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
      // The style sheets are the page's own and loaded; a phone without a line could not fetch them again.
      preload: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id} (${help})`,
      places: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
    }));
  }, RULES);
  return violations.flatMap(({ rule, places }) =>
    places.map((place) => `${rule}: ${place.replace(/\s+/g, ' ')}`),
  );
}
