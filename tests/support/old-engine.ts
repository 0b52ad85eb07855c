import type { Page } from 'playwright-core';
import { type Declaration, parse, type Root } from 'postcss';

/** Chromium as a browser that knows no modules and no styles of this decade: the documents reach it as that reads them. */
export async function playOldEngine(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const type = route.request().resourceType();
    if (type !== 'document' && type !== 'stylesheet') return route.continue();
    // A page that is closed meanwhile needs neither.
    const response = await route.fetch().catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined) return;
    // Its hashes are of the texts as they were sent.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({
      response,
      headers,
      body: type === 'document' ? oldDocument(text) : oldStyles(text),
    });
  });
}

function oldDocument(html: string): string {
  return html
    .replace(/<style>([\s\S]*?)<\/style>/g, (_, styles: string) => `<style>${oldStyles(styles)}</style>`)
    .replace(/<script([^>]*)>/g, (tag, attributes: string) => {
      if (attributes.includes('nomodule')) return tag.replace(' nomodule', '');
      // Of a language that it does not speak, or data.
      return attributes.includes('json') ? tag : '<script type="text/unknown">';
    });
}

function oldStyles(text: string): string {
  const root = parse(text);
  root.walkAtRules('supports', (rule) => {
    if (rule.params.startsWith('not')) rule.replaceWith(rule.nodes ?? []);
    else rule.remove();
  });
  root.walkDecls((each) => {
    if (isUnknown(each)) each.remove();
  });
  return (root as Root).toString();
}

function isUnknown({ prop, value }: Declaration): boolean {
  return (
    /^--|(inline|block)|^(gap|grid|inset|aspect-ratio|place-)/.test(prop) ||
    /var\(|min\(|max\(|clamp\(|env\(|grid/.test(value)
  );
}
