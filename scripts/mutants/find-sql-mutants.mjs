import { isSentence, misspell } from './seen-texts.mjs';
import { readStatements, readTokens } from './sql-tokens.mjs';

/** A function that the probes of functions in plain SQL call; those in plpgsql raise the notice themselves. */
export const REACHED_FUNCTION = `create or replace function mutant_reached(p_id integer) returns void
language plpgsql as $$
begin
  raise notice 'reached %', p_id;
end
$$;
`;

/** Statements that do something by themselves: each can be left out. */
const REMOVABLE = new Set(['perform', 'update', 'insert', 'delete', 'set', 'raise', 'continue', ':=']);
/** What only ends a block or names an error holds nothing to change. */
const MARKS_ONLY = new Set(['end', 'exception', 'when']);

/**
 * Every change that can be made to a function's file, in the order of the source.
 *
 * @returns mutants as those of `findMutants`, of one kind more (`'statement'`). `probe(id)` is a statement that says
 * `reached <id>` as a notice, to be put at `probeAt`.
 */
export function findSqlMutants(path, source) {
  const all = readTokens(source);
  const [from, to] = all.flatMap((token, index) => (token.text === '$$' ? [index] : []));
  const body = all.slice(from + 1, to);
  const isPlain = /language sql\b/.test(source.slice(0, all[from].start));
  const statements = isPlain
    ? [{ kind: 'plain', tokens: body, probeAt: all[from].end }]
    : readStatements(body).filter(({ kind }) => !MARKS_ONLY.has(kind));
  return statements.flatMap(({ kind, tokens, probeAt }) =>
    [...changesOf(kind, tokens, source)].map(({ start, end, ...change }) => ({
      ...{ path, ...change, start, end, before: source.slice(start, end) },
      line: source.slice(0, start).split('\n').length,
      ...{ isStatic: false, constant: undefined, probeAt },
      probe: (id) => (isPlain ? `\n  select mutant_reached(${id});` : ` raise notice 'reached ${id}';\n`),
    })),
  );
}

function* changesOf(kind, tokens, source) {
  if (REMOVABLE.has(kind)) yield change('statement', tokens[0], tokens.at(-1), 'null');
  if (kind === 'raise') return;
  const textOf = (first, last) => source.slice(tokens[first].start, tokens[last].end);
  for (const index of tokens.keys()) {
    yield* changesOfToken(tokens, index, textOf);
    yield* changesOfTerm(tokens, index, textOf);
  }
}

function* changesOfToken(tokens, index, textOf) {
  const token = tokens[index];
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (token.type === 'string') {
    if (before?.text === 'interval') yield change('limit', token, token, doubled(token.text));
    else if (isSentence(token.text.slice(1, -1))) yield change('text', token, token, misspell(token.text));
  } else if (token.type === 'number') {
    if (!/^(\[|limit|perform|select)$/.test(before?.text)) {
      yield change('limit', token, token, grown(token, before));
    }
  } else if (token.text === '+' || token.text === '-') {
    const isBinary = before && (before.type !== 'mark' || /^[)\]]$/.test(before.text));
    yield change('limit', token, token, isBinary ? (token.text === '+' ? '-' : '+') : '');
  } else if (OPPOSITES[token.text]) {
    if (token.text === '=' && isAssigned(tokens, index)) return;
    const sides = textOf(Math.max(0, index - 3), Math.min(tokens.length - 1, index + 3));
    const isTimed = /\b(deadline|now|\w+_(at|due|from))\b/.test(sides);
    yield change('condition', token, token, (isTimed && REVERSED[token.text]) || OPPOSITES[token.text]);
  } else if (token.text === 'not') {
    yield change('condition', token, token, '');
  } else if (token.text === 'is' && after?.text !== 'not') {
    yield change('condition', token, token, 'is not');
  } else if (/^(exists|found)$/.test(token.text) && before?.text !== 'not') {
    yield change('condition', token, token, `not ${token.text}`);
  } else if (token.text === 'in' && before?.text !== 'not' && tokens[index - 2]?.text !== 'for') {
    yield change('condition', token, token, 'not in');
  }
}

function* changesOfTerm(tokens, index, textOf) {
  const token = tokens[index];
  if (token.text === 'where' || token.text === 'and') {
    const last = endOfTerm(tokens, index);
    // Without its last term there is no condition to leave out of.
    if (token.text === 'and') yield change('condition', token, tokens[last], '');
    else if (tokens[last + 1]?.text === 'and')
      yield change('condition', tokens[index + 1], tokens[last + 1], '');
  } else if (token.text === 'coalesce' && tokens[index + 1]?.text === '(') {
    const close = tokens.findIndex(
      (each, at) => at > index && each.text === ')' && each.depth === token.depth,
    );
    const comma = tokens.findIndex(
      (each, at) => at > index && each.text === ',' && each.depth === token.depth + 1,
    );
    if (comma < close) yield change('condition', token, tokens[close], `(${textOf(comma + 1, close - 1)})`);
  } else if (token.text === 'case') {
    const [then, otherwise, end] = armsOf(tokens, index);
    if (!otherwise) return;
    const [one, other] = [textOf(then + 1, otherwise - 1), textOf(otherwise + 1, end - 1)];
    yield change('condition', tokens[then], tokens[end - 1], `then ${other} else ${one}`);
  }
}

const change = (kind, first, last, after) => ({ kind, start: first.start, end: last.end, after });

const REVERSED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITES = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=', and: 'or', or: 'and' },
  ...{ greatest: 'least', least: 'greatest', min: 'max', max: 'min' },
};

/** As in TypeScript: a factor or a large figure doubles, the others grow by one. */
function grown({ text }, before) {
  const isDoubled = Number(text) > 0 && (Number(text) >= 1000 || /^[*/]$/.test(before?.text));
  return String(isDoubled ? Number(text) * 2 : Number(text) + 1);
}

function doubled(interval) {
  return interval.replace(/\d+/, (figure) => String(Number(figure) * 2));
}

/** Whether an equals sign gives a column of `set` its value. */
function isAssigned(tokens, index) {
  const { depth } = tokens[index];
  const clause = tokens
    .slice(0, index)
    .findLast((each) => each.depth === depth && /^(set|where|from|on|and|or)$/.test(each.text));
  return clause?.text === 'set' && /^(set|,)$/.test(tokens[index - 2]?.text);
}

/** The last token of the term that begins after `and` or `where`. */
function endOfTerm(tokens, index) {
  const { depth } = tokens[index];
  const next = tokens.findIndex(
    (each, at) =>
      at > index &&
      (each.depth < depth ||
        (each.depth === depth &&
          /^(and|or|where|order|group|returning|for|limit|union|on|then|else|end|when|[;,])$/.test(
            each.text,
          ))),
  );
  return (next === -1 ? tokens.length : next) - 1;
}

/** Where `then`, `else` and `end` of a case with two arms stand; with more arms the `else` is missing. */
function armsOf(tokens, index) {
  let inner = 0;
  const places = [];
  for (let at = index + 1; at < tokens.length; at += 1) {
    const { text } = tokens[at];
    if (text === 'case') inner += 1;
    else if (text === 'end' && inner > 0) inner -= 1;
    else if (inner === 0 && /^(then|else|end)$/.test(text)) places.push([text, at]);
    if (inner === 0 && text === 'end' && places.at(-1)?.[1] === at) break;
  }
  const isPair = places.map(([text]) => text).join(' ') === 'then else end';
  return isPair ? places.map(([, at]) => at) : [places[0]?.[1], null, null];
}
