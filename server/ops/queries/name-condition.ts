/** Maximum number of shoppers that a search by name considers, so that a short name does not read all shoppers. */
const NAMED_SHOPPERS_MAX = 100;

/**
 * Character that sorts after every letter. It is appended to a searched name to end the range of names that begin with
 * it.
 */
const LAST = '\u{10FFFF}';

/**
 * Builds SQL that selects the ids of shoppers whose name or surname begins with a text.
 * @param name the text in lower case.
 * @param addParameter adds a value to the query's parameters and returns its placeholder.
 */
export function buildShopperIdsByNameSql(name: string, addParameter: (value: unknown) => string): string {
  const [start, end] = [addParameter(name), addParameter(name + LAST)];
  const idsFrom = (column: string) =>
    `(SELECT id FROM (
       SELECT id, ${column} AS name FROM users WHERE deleted_at IS NULL AND ${column} ~>=~ ${start}
       ORDER BY ${column} USING ~<~ LIMIT ${NAMED_SHOPPERS_MAX}) following WHERE name ~<~ ${end})`;
  return `${idsFrom('lower(name)')} UNION ${idsFrom("lower(regexp_replace(name, '^.*\\s', ''))")}`;
}
