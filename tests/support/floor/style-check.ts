import { type AtRule, type Declaration, parse, type Rule } from 'postcss';
import { isSupportedByMinimumBrowsers, readCompatibilityTable } from './known-since.ts';

/** Lists what a minimum supported browser may lack in a built style sheet. */
export function findUnsupportedCss(text: string): Set<string> {
  const found = new Set<string>();
  const root = parse(text);
  root.walkDecls((each) => {
    for (const name of newerInDeclaration(each)) found.add(name);
  });
  root.walkAtRules((each) => {
    for (const name of newerInAtRule(each)) found.add(name);
  });
  root.walkRules((each) => {
    if (isKeyframe(each)) return;
    for (const name of newerInRule(each)) found.add(name);
  });
  return found;
}

function newerInDeclaration({ prop, value, parent }: Declaration): string[] {
  const found: string[] = [];
  if (!prop.startsWith('-')) {
    const property = properties[prop];
    const isPrefixed = parent?.some((each) => each.type === 'decl' && each.prop === `-webkit-${prop}`);
    if (!property?.__compat || !isSupportedByMinimumBrowsers(property.__compat, isPrefixed)) found.push(prop);
    for (const word of value.split(/[\s,]+/)) {
      const keyword = property?.[word]?.__compat;
      if (keyword && !isSupportedByMinimumBrowsers(keyword, isPrefixed)) found.push(`${prop}: ${word}`);
    }
  }
  for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g))
    if (functions.get(name) === false) found.push(`${name}()`);
  if (/\d[dsl]v[hwib]/.test(value)) found.push('dvh');
  return found;
}

function newerInAtRule({ name, params }: AtRule): string[] {
  const found: string[] = [];
  const compat = atRules[name.replace(/^-\w+-/, '')]?.__compat;
  if (!compat || !isSupportedByMinimumBrowsers(compat)) found.push(`@${name}`);
  if (name === 'media') {
    if (/[<>=]/.test(params)) found.push('@media (a < b)');
    for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g)) {
      const known = atRules.media?.[feature.replace(/^(min|max)-/, '')]?.__compat;
      if (known && !isSupportedByMinimumBrowsers(known)) found.push(`@media (${feature})`);
    }
  }
  return found;
}

function newerInRule(rule: Rule): string[] {
  const found: string[] = [];
  if (rule.parent?.type === 'rule') found.push('nesting');
  for (const [, name = ''] of rule.selector.matchAll(/:([a-z][\w-]*)/g)) {
    const known = selectors[name]?.__compat;
    if (known && !isSupportedByMinimumBrowsers(known)) found.push(`:${name}`);
  }
  if (/:not\([^()]*,/.test(rule.selector)) found.push(':not(a, b)');
  return found;
}

const isKeyframe = ({ parent }: Rule) =>
  parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');

const properties = readCompatibilityTable('css', 'properties');
const atRules = readCompatibilityTable('css', 'at-rules');
const selectors = readCompatibilityTable('css', 'selectors');

/** @returns whether all minimum supported browsers have a CSS function of that name. */
const functions = new Map<string, boolean>();
const readFunctions = (table: ReturnType<typeof readCompatibilityTable>, depth: number) => {
  for (const [name, part] of Object.entries(table)) {
    if (name === '__compat') continue;
    if (part.__compat)
      functions.set(name, isSupportedByMinimumBrowsers(part.__compat) || functions.get(name) === true);
    if (depth > 0) readFunctions(part as ReturnType<typeof readCompatibilityTable>, depth - 1);
  }
};
readFunctions(readCompatibilityTable('css', 'types'), 2);
