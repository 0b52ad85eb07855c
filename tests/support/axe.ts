import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { untilStill } from './screens.ts';

const RULES = {
  /** WCAG 2.2 A and AA, and what axe recommends beyond. */
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  /** All that can be another in the dark: there nothing changes but the colours. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/**
 * Looks with axe for what keeps somebody from reading or using the page as it stands. A colour may be on its way
 * from one to the other at the first look; what is wrong stands there at the second too.
 *
 * @returns one sentence a fault; none: an empty list.
 */
export async function findBarriers(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  const first = await lookOnce(page, rules);
  if (first.length === 0) return first;
  await untilStill(page);
  const second = await lookOnce(page, rules);
  return first.filter((barrier) => second.includes(barrier));
}

async function lookOnce(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  // Not as a script tag: the page's content policy forbids what it did not bring itself.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: runOnly.type, values: [...runOnly.values] },
      resultTypes: ['violations'],
      // The style sheets are the page's own and loaded; a phone without a line could not fetch them again.
      preload: false,
    });
    return violations.map(({ id, help, nodes }) => ({
      rule: `${id} (${help})`,
      places: nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`),
    }));
  }, RULES[rules]);
  return violations.flatMap(({ rule, places }) =>
    places.map((place) => `${rule}: ${place.replace(/\s+/g, ' ')}`),
  );
}
