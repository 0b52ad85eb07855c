import { parseSync } from 'vite';

interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
/** Tests with these modifiers run never or only sometimes. */
const PASSED_OVER = ['skip', 'skipIf', 'runIf', 'todo', 'fails'];
const CALLS = ['it', 'test', 'describe', 'says'];

/**
 * Lists the titles of a file's tests: each first argument of `test(…)` and similar calls, and the texts of a
 * `test.each` table. Comments, texts inside a test and skipped tests are excluded.
 */
export function listTestTitles(file: string, source: string): string[] {
  const titles: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && CALLS.includes(rootOf(node.callee))) {
      if (wordsOf(node.callee).some((word) => PASSED_OVER.includes(word))) return;
      titles.push(...textsOf((node.arguments as unknown[])[0]));
      const each = node.callee as Node;
      if (each.type === 'CallExpression') titles.push(...textsIn(each.arguments));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return titles;
}

/** @returns for example `test` of `test.each(table)`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return callee.name as string;
  return rootOf(callee.type === 'MemberExpression' ? callee.object : callee.callee);
}

/** @returns for example `skip` of `test.skip`. */
function wordsOf(callee: unknown): string[] {
  if (!isNode(callee) || callee.type === 'Identifier') return [];
  if (callee.type !== 'MemberExpression') return wordsOf(callee.callee);
  return [...wordsOf(callee.object), ...(isNode(callee.property) ? [String(callee.property.name)] : [])];
}

function textsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type !== 'TemplateLiteral') return [];
  return (value.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isNode(value)) return [];
  return [...textsOf(value), ...childrenOf(value).flatMap(textsIn)];
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}
