import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForAnimationsToEnd } from './screens.ts';

const RULES = {
  /** WCAG 2.2 A and AA, and what axe recommends beyond. */
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  /** Dark mode changes only colours, so only these rules run there. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/**
 * Checks the page's accessibility with axe. It checks twice, because a colour may be in transition at the first
 * check; only faults of both checks count.
 *
 * @returns one sentence for each fault.
 */
export async function findAccessibilityFaults(
  page: Page,
  rules: keyof typeof RULES = 'all',
): Promise<string[]> {
  const first = await lookOnce(page, rules);
  if (first.length === 0) return first;
  await waitForAnimationsToEnd(page);
  const second = await lookOnce(page, rules);
  return first.filter((barrier) => second.includes(barrier));
}

async function lookOnce(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  // The page's content security policy forbids a script tag.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: runOnly.type, values: [...runOnly.values] },
      resultTypes: ['violations'],
      // The style sheets are loaded already, and an offline page could not fetch them again.
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
