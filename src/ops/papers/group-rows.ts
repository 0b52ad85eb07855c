/** Groups rows by a key; groups and rows keep their order. */
export function groupRowsByKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [key: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}
