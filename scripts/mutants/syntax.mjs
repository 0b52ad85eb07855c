import { parseSync } from 'vite';

/**
 * The syntax tree of a TypeScript source, ESTree with the positions of every node.
 *
 * @throws {Error} when the source does not parse.
 */
export function parseSource(path, source) {
  const { program, module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return { program, module };
}

/** Calls `visit(node, ancestors)` for every node, parents first; `ancestors` ends with the parent. */
export function walk(node, visit, ancestors = []) {
  if (visit(node, ancestors) === false) return;
  const inner = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, visit, inner);
    }
  }
}
