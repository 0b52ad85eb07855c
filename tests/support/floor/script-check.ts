import { type AnyNode, type MemberExpression, type Node, parse } from 'acorn';
import { isOnFloor, tableOf } from './known-since.ts';

/**
 * Names in a built script what a browser of the floor may lack. Which object a method is called on is not known: it is
 * told when no object had a method of that name. What is asked of a global object by its name is known exactly.
 *
 * @throws {SyntaxError} for syntax that is newer than ES2022.
 */
export function newerInScript(text: string, sourceType: 'script' | 'module'): Set<string> {
  const found = new Set<string>();
  for (const node of nodesOf(parse(text, { ecmaVersion: 2022, sourceType }))) {
    const name = namedIn(node);
    if (name) found.add(name);
    if (node.type === 'Identifier' && globals.get(node.name) === false) found.add(node.name);
  }
  return found;
}

function namedIn(node: AnyNode): string | undefined {
  // Chrome 80 to 90 do it wrong: why esbuild and Vite call `?.` younger than it is.
  if (node.type === 'ChainExpression' && nodesOf(node).some(isSpreadOptionalCall)) return '?.(...spread)';
  // Two parts of ES2022 that the oldest browsers lack.
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

/** `Promise.any`, where the object is one of the browser's by its name. */
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

/** Objects that stand under a name of their own. */
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

/** Whether the floor has a global of that name. */
const globals = new Map<string, boolean>();
/** Whether the floor has a member of that name, on any object; and on which. */
const members = new Map<string, boolean>();
const owned = new Map<string, boolean>();
for (const table of [tableOf('javascript', 'builtins'), tableOf('api')]) {
  for (const [owner, parts] of Object.entries(table)) {
    if (parts.__compat) globals.set(owner, isOnFloor(parts.__compat));
    for (const [part, { __compat }] of Object.entries(parts as typeof table)) {
      if (!__compat || part === '__compat') continue;
      const name = part.replace(/_(static|event)$/, '');
      const isThere = isOnFloor(__compat) && globals.get(owner) !== false;
      owned.set(`${owner}.${name}`, isThere);
      members.set(name, isThere || members.get(name) === true);
    }
  }
}
// What every object has is no news.
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
