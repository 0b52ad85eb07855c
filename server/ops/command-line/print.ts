/** Formats rows as a table, and an object as fields followed by a table for each list in it. */
export function formatActionDataAsText(data: unknown): string {
  if (Array.isArray(data))
    return isRows(data) ? formatTextTable(data) : data.map(cellText).join('\n') || 'None.';
  if (typeof data !== 'object' || data === null) return cellText(data);
  const entries = Object.entries(data);
  const lists = entries.filter(([, value]) => Array.isArray(value) && isRows(value));
  const fields = Object.fromEntries(entries.filter((entry) => !lists.includes(entry)));
  const tables = lists.map(([name, rows]) => `${name}:\n${formatTextTable(rows as object[])}`);
  return [...(Object.keys(fields).length > 0 ? [textFields(fields)] : []), ...tables].join('\n\n');
}

function isRows(list: readonly unknown[]): list is object[] {
  return typeof list[0] === 'object' && list[0] !== null;
}

/** Aligns rows in columns; the keys of the first row are the header. */
export function formatTextTable(rows: readonly object[]): string {
  const first = rows[0];
  if (!first) return 'None.';
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
  if (value instanceof Date) return lagosTime(value);
  // A result that was stored as JSON has its times as text, which is formatted like a `Date`.
  if (typeof value === 'string' && INSTANT.test(value)) return lagosTime(new Date(value));
  if (Array.isArray(value)) return value.map(cellText).join(', ') || '-';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${printable(name)}=${cellText(part)}`)
      .join(' ');
  return printable(String(value));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Lagos is one hour ahead of UTC all year, so a fixed offset formats its time. */
const LAGOS_AHEAD_MS = 3_600_000;

/** Formats an instant to the minute in Lagos time, with the name of the zone. */
function lagosTime(instant: Date): string {
  const local = new Date(instant.getTime() + LAGOS_AHEAD_MS).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} WAT`;
}

/** Escapes control characters and direction marks, because strangers' texts could change what the terminal shows. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** Formats an object as `name: value` lines. */
function textFields(thing: object): string {
  const width = Math.max(0, ...Object.keys(thing).map((name) => name.length));
  return Object.entries(thing)
    .map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`)
    .join('\n');
}
