const names = new Map<string, string>();
/** Texts are constants; one that somebody builds must not fill the memory. */
const MOST_NAMES = 1_000;
const MOST_PARTS = 4;

/** A verb and what it is about; a bracket right after it is a call. What `FOR UPDATE` and `DO UPDATE` lead to is no table. */
const PART =
  /(?<!\b(?:FOR|DO|KEY)\s+)\b(INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN|SELECT(?=\s+\w+\())\s+(?:ONLY\s+)?(?!LATERAL\b)([a-z_][\w.]*)(\(?)/gi;
const OWN_NAME = /\b(\w+)\s+AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/gi;

/**
 * What a statement is about, for people: `UPDATE carts`, `SELECT orders, INSERT payments`; functions only where there
 * is no table. Nothing but such names is taken from the text, so no value of a shopper can be in it.
 */
export function nameStatement(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const own = new Set([...text.matchAll(OWN_NAME)].map(([, name]) => name));
  const tables = new Set<string>();
  const calls = new Set<string>();
  for (const [, verb = '', target = '', bracket] of text.matchAll(PART)) {
    const word = /^(INSERT|UPDATE|DELETE)/i.exec(verb)?.[0].toUpperCase() ?? 'SELECT';
    if (!own.has(target)) (bracket ? calls : tables).add(`${word} ${target}`);
  }
  const parts = tables.size > 0 ? tables : calls;
  const name =
    [...parts].slice(0, MOST_PARTS).join(', ') || (/\w+/.exec(text)?.[0].toUpperCase() ?? 'unknown');
  if (names.size < MOST_NAMES) names.set(text, name);
  return name;
}
