/** Rows as aligned columns, the keys of the first one as head. Empty: the given sentence. */
export function textTable(rows: readonly object[], whenEmpty: string): string {
  const first = rows[0];
  if (!first) return whenEmpty;
  const columns = Object.keys(first);
  const cells = rows.map((row) =>
    columns.map((column) => cellText((row as Record<string, unknown>)[column])),
  );
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => [...(row[index] as string)].length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] as number) - [...cell].length))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)].join('\n');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One thing as `name: value` lines. */
export function textFields(thing: object): string {
  const width = Math.max(0, ...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`)
    .join('\n');
}
