import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { TRANSLATED_TEXT_MARK } from './translator.ts';

/** The page must be translated, show all texts that React rendered, and be no error screen. */
export async function expectTranslatedPageReadable(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('main').textContent()).toContain(TRANSLATED_TEXT_MARK);
  expect(await findStaleTexts(page)).toEqual([]);
  expect(await page.getByText('Something went wrong').count()).toBe(0);
}

export async function expectTextUntranslated(text: Locator): Promise<void> {
  await text.waitFor();
  expect(await text.textContent()).not.toContain(TRANSLATED_TEXT_MARK);
}

/**
 * Finds rendered texts that a translated page does not show, because React updated a text node that the translator had
 * removed.
 */
function findStaleTexts(page: Page): Promise<string[]> {
  return page.evaluate((mark) => {
    // biome-ignore lint/suspicious/noExplicitAny: React's internal records have no types
    type Fiber = any;
    const root: Fiber = document.getElementById('root');
    const container = root[Object.keys(root).find((name) => name.startsWith('__reactContainer')) ?? ''];
    const stale: string[] = [];
    const compare = (element: Element, drawn: string) => {
      const shown = element.textContent?.replaceAll(mark, '') ?? '';
      // Announced text was read from the page, including its marks.
      if (!shown.includes(drawn.replaceAll(mark, ''))) stale.push(`${drawn} is shown as ${shown}`);
    };
    const visit = (fiber: Fiber, parent: Element | null) => {
      for (let next = fiber; next; next = next.sibling) {
        const { stateNode, memoizedProps, child } = next;
        const element = stateNode instanceof HTMLElement ? stateNode : parent;
        if (stateNode instanceof Text && parent) compare(parent, memoizedProps);
        if (element === stateNode && ['string', 'number'].includes(typeof memoizedProps.children)) {
          compare(stateNode, String(memoizedProps.children));
        }
        visit(child, element);
      }
    };
    visit(container?.stateNode.current.child, null);
    return stale;
  }, TRANSLATED_TEXT_MARK);
}
