/** Maximum number of shoppers that a search by name considers, so that a short name does not read all shoppers. */
const NAMED_SHOPPERS_MAX = 500;

/**
 * Character that sorts after every letter. It is appended to a searched name to end the range of names that begin with
 * it.
 */
const LAST = '\u{10FFFF}';

/**
 * Builds the query of the ids of shoppers whose name or surname begins with a text. Each half reads a range of its own
 * index.
 * @param name the searched text in lower case.
 * @param put adds a query parameter and returns its placeholder.
 */
export function buildShopperNameQuery(name: string, put: (value: unknown) => string): string {
  const [start, end] = [put(name), put(name + LAST)];
  const idsFrom = (column: string) =>
    `(SELECT id FROM users WHERE deleted_at IS NULL AND ${column} ~>=~ ${start} AND ${column} ~<~ ${end}
      LIMIT ${NAMED_SHOPPERS_MAX})`;
  return `${idsFrom('lower(name)')} UNION ${idsFrom("lower(regexp_replace(name, '^.*\\s', ''))")}`;
}
