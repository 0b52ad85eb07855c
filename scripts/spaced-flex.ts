import { parse, type Rule } from 'postcss';
import type { Plugin } from 'vite';

/**
 * Safari 14.0 knows no `gap` in a flex box, and no `inset` by which to tell: there what stands in such a box gets
 * margins. Box and gap must be named in one rule; space between wrapped lines is left out.
 */
export const spacedFlex: Plugin = {
  name: 'spaced-flex',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = withMargins(String(file.source));
      }
    },
  },
};

/** @returns a style sheet with the margins behind it. */
export function withMargins(sheet: string): string {
  const margins: string[] = [];
  parse(sheet).walkRules((rule) => {
    const margin = marginOf(rule);
    if (margin)
      margins.push(`${rule.selectors.map((each) => `${each}>:not(:last-child)`).join()}{${margin}}`);
  });
  return margins.length === 0 ? sheet : `${sheet.trim()}@supports not (inset:0){${margins.join('')}}`;
}

function marginOf(rule: Rule): string | undefined {
  const own: Record<string, string> = {};
  rule.each((each) => {
    if (each.type === 'decl') own[each.prop] = each.value;
  });
  if (!own.gap || !/^(inline-)?flex$/.test(own.display ?? '')) return undefined;
  // `4px 8px`: between lines, then within one. A function is one word.
  const gaps = own.gap.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return own['flex-direction'] === 'column' ? `margin-bottom:${gaps[0]}` : `margin-right:${gaps.at(-1)}`;
}
