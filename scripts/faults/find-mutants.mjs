import { parseSync } from 'vite';

/**
 * Lists every possible change of a limit or a condition in a source.
 * @param path of a TypeScript source or a database function.
 * @returns faults `{ file, name, from, to }`; `name` quotes code and no line number, so that it stays valid.
 */
export function findMutants(path, source) {
  const changes = path.endsWith('.sql') ? changesOfSql(source) : changesOfCode(path, source);
  return changes
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, after }) => {
      const from = source.lastIndexOf('\n', start - 1) + 1;
      const [rest] = source.slice(end).split('\n', 1);
      const line = quote(source.slice(from, end) + rest);
      const changed = quote(source.slice(from, start) + after + rest);
      const name = `\`${path}\`: ${line} → ${changed}`;
      return { file: path, name, from: source, to: source.slice(0, start) + after + source.slice(end) };
    });
}

function quote(code) {
  const line = code.trim().replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks} ${line} ${marks}`;
}

const TIME = /(Ms|MS|At|_S|[sS]econds)$/;
const REVERSED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const WIDER = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OPPOSITES = { ...WIDER, '===': '!==', '!==': '===', '&&': '||', '||': '&&' };

function changesOfCode(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const changes = [];
  const visit = (node, parent) => {
    if (node.type.startsWith('TS') && /Type|Interface|Enum/.test(node.type)) return;
    const after = limitAfter(node, parent) ?? conditionAfter(node, parent, source);
    if (after !== undefined) changes.push({ start: node.start, end: node.end, after });
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child, node);
  };
  visit(program);
  return changes;
}

/**
 * Returns a number with which to replace a limit. A small number grows by one; others are doubled, because no test
 * notices one more.
 */
function limitAfter(node, parent) {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return undefined;
  if (parent.type === 'MemberExpression' || (parent.type === 'Property' && parent.key === node))
    return undefined;
  const isFactor = parent.type === 'BinaryExpression' && /[*/]/.test(parent.operator);
  const isLarge = node.value >= 1000 || !Number.isInteger(node.value);
  const isDoubled = node.value > 0 && (isLarge || isFactor || TIME.test(parent.id?.name ?? parent.key?.name));
  return String(isDoubled ? node.value * 2 : node.value + 1);
}

function conditionAfter(node, parent, source) {
  const text = (part) => source.slice(part.start, part.end);
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    // `a ?? b` becomes `b`, because some test should notice that the fallback value is always used.
    if (node.operator === '??') return `(${text(node.right)})`;
    // Times are rarely equal, so no test could notice `<` instead of `<=`, and the comparison is reversed instead.
    const isTimed = [node.left, node.right].some(
      (side) => TIME.test(text(side)) || /Date\b/.test(text(side)),
    );
    const opposite = (isTimed && REVERSED[node.operator]) || OPPOSITES[node.operator];
    const between = source.slice(node.left.end, node.right.start).replace(node.operator, opposite);
    return opposite && `(${text(node.left)}${between}${text(node.right)})`;
  }
  const isTest = /^(IfStatement|ConditionalExpression)$/.test(parent?.type) && parent.test === node;
  if (!isTest) return undefined;
  return node.operator === '!' ? `(${text(node.argument)})` : `!(${text(node)})`;
}

/** Skips comments and strings; yields words, numbers and operators. */
const SQL_TOKEN = /--[^\n]*|'(?:[^']|'')*'|\d+(?:\.\d+)?|[a-z_]\w*|<>|<=|>=|:=|->>?|::|[<>=+]|\S/gi;
const SQL_OPPOSITES = {
  ...{ ...WIDER, '=': '<>', '<>': '=', '+': '-', and: 'or', or: 'and', not: '' },
  ...{ greatest: 'least', least: 'greatest', min: 'max', max: 'min' },
};
/** Matches SQL statements with a side effect, which a mutant removes. */
const SQL_STATEMENT = /^[ \t]*((?:perform|update|insert|delete|\w+ :=)\b[^;]*);/gim;

function changesOfSql(source) {
  const from = source.indexOf('$$') + 2;
  const body = source.slice(from, source.lastIndexOf('$$'));
  const changes = [];
  for (const { 0: token, index } of body.matchAll(SQL_TOKEN)) {
    const start = from + index;
    const before = body.slice(0, index);
    // Assignments, row limits, selected constants and array positions are no conditions, so they are not mutated.
    if (token === '=' && /\bset\b(?!.*\b(set|where|from|on|and|or)\b)/is.test(before)) continue;
    const isFigure = /^\d/.test(token);
    if (isFigure && /\b(limit|perform|select)\s+$|\[$/i.test(before)) continue;
    const after = isFigure ? String(Number(token) + 1) : SQL_OPPOSITES[token.toLowerCase()];
    if (after !== undefined) changes.push({ start, end: start + token.length, after });
  }
  if (/language plpgsql\b/i.test(source))
    for (const { 0: all, 1: statement, index } of body.matchAll(SQL_STATEMENT)) {
      const start = from + index + all.indexOf(statement);
      changes.push({ start, end: start + statement.length, after: 'null' });
    }
  return changes;
}
