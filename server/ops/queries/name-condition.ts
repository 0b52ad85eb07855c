/** Maximum number of shoppers that a search by name considers, so that a short name does not read all shoppers. */
const NAMED_SHOPPERS_MAX = 100;

/** SQL for a shopper's name without case and accents, as its index has it. */
export const FOLDED_NAME_SQL = 'fold_text(name)';
/** SQL for the last word of a shopper's name without case and accents, as its index has it. */
export const FOLDED_SURNAME_SQL = "regexp_replace(fold_text(name), '^.*\\s', '')";

/**
 * Character that sorts after every letter. It is appended to a searched name to end the range of names that begin with
 * it.
 */
const LAST = '\u{10FFFF}';

/**
 * Builds the SQL expressions between which the folded names lie that begin with a text.
 * @param name placeholder of the text.
 */
export function buildNameRangeSql(name: string): { start: string; end: string } {
  return { start: `fold_text(${name})`, end: `(fold_text(${name}) || '${LAST}')` };
}

/**
 * Builds SQL that selects the ids of shoppers whose name or surname begins with a text.
 * @param addParameter adds a value to the query's parameters and returns its placeholder.
 */
export function buildShopperIdsByNameSql(name: string, addParameter: (value: unknown) => string): string {
  const { start, end } = buildNameRangeSql(`${addParameter(name)}::text`);
  const idsFrom = (column: string) =>
    `(SELECT id FROM (
       SELECT id, ${column} AS name FROM users WHERE deleted_at IS NULL AND ${column} ~>=~ ${start}
       ORDER BY ${column} USING ~<~ LIMIT ${NAMED_SHOPPERS_MAX}) following WHERE name ~<~ ${end})`;
  return `${idsFrom(FOLDED_NAME_SQL)} UNION ${idsFrom(FOLDED_SURNAME_SQL)}`;
}
