import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** Node itself loads this compatibility data, because the test runner would need 15 s for it. */
const compat: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The build supports browsers from these versions on. @source docs/architecture.md */
const FLOOR = { chrome: 87, firefox: 90, safari: 15 } as const;

/**
 * Only support without a browser setting counts.
 *
 * @param isPrefixed whether the prefixed form is used too.
 */
export function isSupportedByMinimumBrowsers({ support }: CompatStatement, isPrefixed = false): boolean {
  return Object.entries(FLOOR).every(([browser, version]) => {
    const told = support[browser as keyof typeof FLOOR];
    const statements = told === undefined ? [] : Array.isArray(told) ? told : [told];
    return (statements as SimpleSupportStatement[]).some((each) => isSince(each, version, isPrefixed));
  });
}

function isSince(each: SimpleSupportStatement, version: number, isPrefixed: boolean): boolean {
  if (each.flags || each.alternative_name || (each.prefix && !isPrefixed)) return false;
  if (typeof each.version_removed === 'string' && Number.parseFloat(each.version_removed) <= version)
    return false;
  // '≤83' means version 83 or an earlier one.
  return (
    typeof each.version_added === 'string' &&
    Number.parseFloat(each.version_added.replace('≤', '')) <= version
  );
}

/** @param path keys of the compatibility data, such as `css`, `properties`. */
export function readCompatibilityTable(...path: string[]): Readonly<Record<string, Identifier>> {
  let table = compat as Record<string, Identifier>;
  for (const step of path) table = (table[step] ?? {}) as Record<string, Identifier>;
  return table;
}
