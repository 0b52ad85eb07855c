import postcss, { type AtRule, type Node } from 'postcss';

/**
 * Parts a built sheet in two: the rules of some style modules alone and those for forced colours, and all others, each
 * in their order.
 *
 * @param modules names, as classes and animations begin with them.
 */
export function partStyles(sheet: string, modules: readonly string[]): { first: string; later: string } {
  const first = postcss.parse(sheet);
  const later = postcss.root();
  for (const node of [...first.nodes]) {
    const names = namesIn(node);
    const isOfModules = names.length > 0 && names.every((name) => modules.includes(name));
    if (isOfModules || isForForcedColours(node)) later.append(node.remove());
  }
  return { first: first.toString(), later: later.toString() };
}

function isForForcedColours(node: Node): boolean {
  return node.type === 'atrule' && /forced-colors/.test((node as AtRule).params);
}

/** The modules that a rule, or what stands in it, is about. */
function namesIn(node: Node): string[] {
  if (node.type === 'decl' || node.type === 'comment') return [];
  const {
    name,
    params,
    selector,
    nodes = [],
  } = node as { name?: string; params?: string; selector?: string; nodes?: Node[] };
  if (selector !== undefined) {
    const own = selector.split(',').flatMap((each) => /\.([A-Z]\w*?)_/.exec(each)?.[1] ?? '');
    return own;
  }
  if (name?.endsWith('keyframes')) return [params?.split('_')[0] ?? ''];
  return nodes.flatMap(namesIn);
}
