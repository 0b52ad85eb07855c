import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** What each browser has since when. Read by Node itself: the runner would take a quarter of a minute. */
const compat: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The oldest browsers that the shop is built for. @source docs/architecture.md */
const FLOOR = { chrome: 87, firefox: 90, safari: 15 } as const;

/**
 * Whether every browser of the floor has it, without a setting.
 *
 * @param isPrefixed whether it stands beside it with its prefix.
 */
export function isOnFloor({ support }: CompatStatement, isPrefixed = false): boolean {
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
  // '≤83' means: at the latest then.
  return (
    typeof each.version_added === 'string' &&
    Number.parseFloat(each.version_added.replace('≤', '')) <= version
  );
}

/** The part of the table under a path, as `css`, `properties`. */
export function tableOf(...path: string[]): Readonly<Record<string, Identifier>> {
  let table = compat as Record<string, Identifier>;
  for (const step of path) table = (table[step] ?? {}) as Record<string, Identifier>;
  return table;
}
