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
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Shoppers and strangers write much of this: what would steer the terminal or turn its text round is shown as a code. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** One thing as `name: value` lines. */
export function textFields(thing: object): string {
  const width = Math.max(0, ...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`)
    .join('\n');
}
