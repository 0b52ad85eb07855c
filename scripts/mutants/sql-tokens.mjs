const TOKEN =
  /(?<space>\s+|--[^\n]*)|(?<string>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?(?!\d*\.))|(?<word>[a-z_]\w*)|(?<mark>\$\$|:=|->>|->|<>|<=|>=|\|\||::|\.\.|.)/giy;

/**
 * The words and marks of a SQL source, without comments.
 *
 * @returns `{ type: 'string' | 'number' | 'word' | 'mark', text, start, end, depth }`; words are in small letters,
 * `depth` counts the brackets around it, and a bracket has the depth of what it stands in.
 */
export function readTokens(source) {
  const tokens = [];
  let depth = 0;
  for (const { groups, 0: all, index } of source.matchAll(TOKEN)) {
    const type = ['string', 'number', 'word', 'mark'].find((each) => groups[each] !== undefined);
    if (!type) continue;
    if (/^[)\]]$/.test(all)) depth -= 1;
    tokens.push({
      type,
      text: type === 'word' ? all.toLowerCase() : all,
      ...{ start: index, end: index + all.length, depth },
    });
    if (/^[([]$/.test(all)) depth += 1;
  }
  return tokens;
}

/**
 * The statements of a plpgsql body, blocks and loops without what stands in them.
 *
 * @param tokens those between the `$$`.
 * @returns `{ kind, tokens, probeAt }`: `kind` is the first word (':=' for an assignment, 'declare' for a variable),
 * `tokens` end before the `;`, `then` or `loop`, and at `probeAt` a statement can be put that runs first.
 */
export function readStatements(tokens) {
  const statements = [];
  const ifs = [];
  let cases = 0;
  let current = null;
  let isDeclaring = false;
  const close = () => {
    current = null;
    cases = 0;
  };
  for (const [index, token] of tokens.entries()) {
    if (!current) {
      const word = token.text;
      if (word === 'declare') isDeclaring = true;
      if (word === 'begin') {
        for (const each of statements) if (each.probeAt === null) each.probeAt = token.end;
        isDeclaring = false;
      }
      if (['declare', 'begin', 'else', 'loop', ';'].includes(word)) continue;
      if (word === 'if') ifs.push(token.start);
      if (word === 'end' && tokens[index + 1]?.text === 'if') ifs.pop();
      const kind = isDeclaring ? 'declare' : tokens[index + 1]?.text === ':=' ? ':=' : word;
      // Nothing can stand before an `elsif`: what runs before its `if` speaks for it.
      const probeAt = isDeclaring ? null : word === 'elsif' ? ifs.at(-1) : token.start;
      current = { kind, tokens: [], probeAt };
      statements.push(current);
    }
    if (token.text === 'case') cases += 1;
    const isWhole = token.text === ';' || (cases === 0 && ['then', 'loop'].includes(token.text));
    if (isWhole && (current.kind !== 'end' || token.text === ';')) {
      close();
      continue;
    }
    if (token.text === 'end' && cases > 0) cases -= 1;
    current.tokens.push(token);
  }
  return statements;
}
