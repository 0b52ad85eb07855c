import type { Page } from 'playwright-core';
import { type Declaration, parse, type Root } from 'postcss';

/** Simulates a browser without modules and recent CSS: Chromium gets documents and styles without them. */
export async function simulateLegacyBrowser(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const type = route.request().resourceType();
    if (type !== 'document' && type !== 'stylesheet') return route.continue();
    // The page may have been closed meanwhile.
    const response = await route.fetch().catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (!response || text === undefined) return;
    // The policy's hashes belong to the original text.
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
      // An unknown type keeps Chromium from running the script; JSON data stays.
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
