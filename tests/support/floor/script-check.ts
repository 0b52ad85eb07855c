import { type AnyNode, type MemberExpression, type Node, parse } from 'acorn';
import { isSupportedByMinimumBrowsers, readCompatibilityTable } from './known-since.ts';

/**
 * Lists what a minimum supported browser may lack in a built script. The object of a method call is unknown, so a
 * method is reported when no object has a method of that name. Members of named globals are checked exactly.
 *
 * @throws {SyntaxError} for syntax that is newer than ES2022.
 */
export function findUnsupportedScriptApis(text: string, sourceType: 'script' | 'module'): Set<string> {
  const found = new Set<string>();
  for (const node of nodesOf(parse(text, { ecmaVersion: 2022, sourceType }))) {
    const name = namedIn(node);
    if (name) found.add(name);
    if (node.type === 'Identifier' && globals.get(node.name) === false) found.add(node.name);
  }
  return found;
}

function namedIn(node: AnyNode): string | undefined {
  // Chrome 80 to 90 have a bug in `?.`, so esbuild and Vite count it as newer.
  if (node.type === 'ChainExpression' && nodesOf(node).some(isSpreadOptionalCall)) return '?.(...spread)';
  // The oldest browsers lack these two parts of ES2022.
  if (node.type === 'StaticBlock') return 'static {}';
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier') return '#name in object';
  if (node.type === 'Literal' && 'regex' in node && isLookbehind(node.regex?.pattern)) return '(?<=)';
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') {
    const [pattern] = node.arguments;
    if (pattern?.type === 'Literal' && isLookbehind(String(pattern.value))) return '(?<=)';
  }
  if (node.type === 'MemberExpression') {
    const path = pathOf(node);
    if (path && owned.get(path) === false) return path;
  }
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const method = keyOf(node.callee);
    if (method && members.get(method) === false && !owned.has(pathOf(node.callee) ?? ''))
      return `.${method}()`;
  }
  return undefined;
}

/** The object is a named global of the browser, as in `Promise.any`. */
function pathOf(node: MemberExpression): string | undefined {
  if (node.object.type !== 'Identifier') return undefined;
  return `${INSTANCES[node.object.name] ?? node.object.name}.${keyOf(node)}`;
}

function keyOf({ property, computed }: MemberExpression): string | undefined {
  if (property.type === 'Identifier' && !computed) return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

const isSpreadOptionalCall = (node: AnyNode) =>
  node.type === 'CallExpression' &&
  node.optional &&
  node.arguments.some(({ type }) => type === 'SpreadElement');
const isLookbehind = (pattern: string | undefined) => /\(\?<[=!]/.test(pattern ?? '');

/** These objects are global under their own name. */
const INSTANCES: Readonly<Record<string, string>> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  indexedDB: 'IDBFactory',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  self: 'Window',
  window: 'Window',
};

/** @returns whether all minimum supported browsers have a global of that name. */
const globals = new Map<string, boolean>();
/** @returns whether all minimum supported browsers have a member of that name, and on which objects. */
const members = new Map<string, boolean>();
const owned = new Map<string, boolean>();
for (const table of [readCompatibilityTable('javascript', 'builtins'), readCompatibilityTable('api')]) {
  for (const [owner, parts] of Object.entries(table)) {
    if (parts.__compat) globals.set(owner, isSupportedByMinimumBrowsers(parts.__compat));
    for (const [part, { __compat }] of Object.entries(parts as typeof table)) {
      if (!__compat || part === '__compat') continue;
      const name = part.replace(/_(static|event)$/, '');
      const isThere = isSupportedByMinimumBrowsers(__compat) && globals.get(owner) !== false;
      owned.set(`${owner}.${name}`, isThere);
      members.set(name, isThere || members.get(name) === true);
    }
  }
}
// Members that every object has are never reported.
for (const name of Object.getOwnPropertyNames(Object.prototype)) members.set(name, true);

function nodesOf(root: Node): AnyNode[] {
  const nodes: AnyNode[] = [];
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const next = rest.pop();
    if (Array.isArray(next)) rest.push(...next);
    else if (next && typeof next === 'object') {
      if ('type' in next) nodes.push(next as AnyNode);
      rest.push(...Object.values(next));
    }
  }
  return nodes;
}
