import { isRead, isSentence, misspell } from './seen-texts.mjs';
import { parseSource, walk } from './syntax.mjs';

/**
 * Every change that can be made to a source, in the order of the source.
 *
 * @returns mutants `{ path, kind: 'text' | 'limit' | 'condition', start, end, before, after, line, isStatic, probe }`.
 * `before` is the source between `start` and `end`. `isStatic`: it is evaluated when the module is loaded,
 * `constant` then is the name of the exported constant that it is part of, if any.
 * `probe(id)`: the same place with a call of `reached(id)`, which changes nothing else; null where none fits.
 */
export function findMutants(path, source) {
  const { program } = parseSource(path, source);
  const mutants = [];
  walk(program, (node, ancestors) => {
    if (node.type.startsWith('TS') && /Type|Interface|Enum/.test(node.type)) return false;
    for (const find of [findText, findLimit, findCondition]) {
      const change = find(node, ancestors, source);
      if (!change) continue;
      const { start = node.start, end = node.end } = change;
      const before = source.slice(start, end);
      if (before === change.after) continue;
      mutants.push({
        ...{ path, kind: change.kind, start, end, before, after: change.after },
        line: source.slice(0, start).split('\n').length,
        isStatic: !ancestors.some(({ type }) => /Function|^MethodDefinition$/.test(type)),
        constant: nameOfConstant(ancestors),
        probe: change.probe ?? ((id) => `(globalThis.reached?.(${id}), ${before})`),
      });
    }
    return true;
  });
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

function nameOfConstant([, statement, , declarator]) {
  return statement?.type === 'ExportNamedDeclaration' ? declarator?.id?.name : undefined;
}

function findText(node, ancestors, source) {
  if (node.type === 'JSXText') return findJsxText(node);
  if (node.type === 'TemplateLiteral') return findTemplate(node, ancestors, source);
  if (node.type !== 'Literal' || typeof node.value !== 'string') return null;
  const parent = ancestors.at(-1);
  if ((parent.type === 'Property' && parent.key === node && !parent.computed) || !isRead(ancestors))
    return null;
  if (!isSentence(node.value)) return null;
  const quote = source[node.start];
  const after = misspell(source.slice(node.start + 1, node.end - 1));
  if (!after) return null;
  const isAttribute = parent.type === 'JSXAttribute';
  const whole = source.slice(node.start, node.end);
  return {
    kind: 'text',
    after: `${quote}${after}${quote}`,
    probe: (id) =>
      isAttribute ? `{(globalThis.reached?.(${id}), ${whole})}` : `(globalThis.reached?.(${id}), ${whole})`,
  };
}

function findJsxText(node) {
  const after = /[A-Za-z]{2}/.test(node.value) ? misspell(node.raw) : null;
  return after && { kind: 'text', after, probe: (id) => `{globalThis.reached?.(${id})}${node.raw}` };
}

/** One change for a template: in its longest piece of text. */
function findTemplate(node, ancestors, source) {
  if (!isRead(ancestors)) return null;
  const pieces = node.quasis.map((quasi) => quasi.value.raw);
  // A unit behind a figure is for the style sheet.
  if (!pieces.some((piece) => /\s|[A-Za-z]{3}/.test(piece)) || !isSentence(pieces.join('Xx'))) return null;
  const quasi = node.quasis.reduce((best, each) =>
    each.value.raw.length > best.value.raw.length ? each : best,
  );
  const after = misspell(quasi.value.raw);
  if (!after) return null;
  // The parser counts the marks around a piece to the piece.
  const start = source.indexOf(quasi.value.raw, quasi.start);
  const end = start + quasi.value.raw.length;
  return {
    kind: 'text',
    start,
    end,
    after,
    probe: (id) => `\${globalThis.reached?.(${id}) ?? ''}${quasi.value.raw}`,
  };
}

function findLimit(node, ancestors) {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return null;
  const parent = ancestors.at(-1);
  if (parent.type === 'MemberExpression' || (parent.type === 'Property' && parent.key === node)) return null;
  // A millisecond more is nobody's limit: times, factors and large figures are doubled, the others grow by one.
  const isFactor = parent.type === 'BinaryExpression' && /[*/]/.test(parent.operator);
  const isLarge = node.value >= 1000 || !Number.isInteger(node.value);
  const isDoubled = node.value > 0 && (isLarge || isFactor || TIME.test(parent.id?.name ?? parent.key?.name));
  return { kind: 'limit', after: String(isDoubled ? node.value * 2 : node.value + 1) };
}

const TIME = /(Ms|MS|At|_S|[sS]econds)$/;
const REVERSED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITES = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

function findCondition(node, ancestors, source) {
  const text = (part) => source.slice(part.start, part.end);
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    // The other value alone: what a fallback stands in for is never taken.
    if (node.operator === '??') return { kind: 'condition', after: `(${text(node.right)})` };
    // Of two instants nobody sees which one is equal, but everybody which one is later.
    const isTimed = [node.left, node.right].some(
      (side) => TIME.test(text(side)) || /Date\b/.test(text(side)),
    );
    const opposite = (isTimed && REVERSED[node.operator]) || OPPOSITES[node.operator];
    if (!opposite) return null;
    const between = source.slice(node.left.end, node.right.start).replace(node.operator, opposite);
    return { kind: 'condition', after: `(${text(node.left)}${between}${text(node.right)})` };
  }
  const parent = ancestors.at(-1);
  const isTest = /^(IfStatement|ConditionalExpression)$/.test(parent?.type) && parent.test === node;
  if (!isTest || /^(Binary|Logical)Expression$/.test(node.type)) return null;
  const isNegated = node.type === 'UnaryExpression' && node.operator === '!';
  return { kind: 'condition', after: isNegated ? `(${text(node.argument)})` : `!(${text(node)})` };
}
