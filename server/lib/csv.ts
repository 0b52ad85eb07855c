export interface CsvRow {
  line: number;
  cells: string[];
  /** Index of the first cell that makes the row invalid: it has text after its closing quote. */
  brokenCell?: number;
}

/**
 * Parses CSV by RFC 4180, with the separator that a first line `sep=;` names, else the most frequent one.
 * @returns the rows without empty ones.
 * @throws {Error} when a quote is never closed.
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let state: 'plain' | 'quoted' | 'closed' = 'plain';
  let brokenCell: number | undefined;
  let line = 1;
  let startedAt = 1;
  let quotedAt = 1;
  const endCell = (): void => {
    cells.push(withoutGuard(cell.trim()));
    cell = '';
    state = 'plain';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one !== ''))
      rows.push({ line: startedAt, cells, ...(brokenCell === undefined ? {} : { brokenCell }) });
    cells = [];
    brokenCell = undefined;
    startedAt = line;
  };
  const { source, separator } = withoutSeparatorLine(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  for (let index = 0; index < source.length; index += 1) {
    const char = source[index] as string;
    if (char === '\n') line += 1;
    if (state === 'quoted') {
      if (char !== '"') cell += char;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else state = 'closed';
    } else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char === '"' && state === 'plain' && cell.trim() === '') {
      cell = '';
      state = 'quoted';
      quotedAt = line;
    } else {
      if (state === 'closed' && char.trim() !== '') brokenCell ??= cells.length;
      cell += char;
    }
  }
  if (state === 'quoted')
    throw new Error(
      `line ${quotedAt}: a quote is never closed. Close it, and write each " inside the cell twice.`,
    );
  endRow();
  return rows;
}

/**
 * Formats rows as CSV in such a way that `parseCsv` restores them. The byte order mark tells a spreadsheet that the
 * file is UTF-8.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(withGuard(cell))).join(','));
  return `\uFEFF${lines.join('\n')}\n`;
}

/** Replaces Excel's first line `sep=;` by an empty line, so that line numbers stay correct. */
function withoutSeparatorLine(text: string): { source: string; separator: string } {
  const [line, named] = /^"?sep=([,;\t])[",;\t ]*(?=\n|$)/i.exec(text) ?? [''];
  const source = text.slice(line.length);
  return { source, separator: named ?? separatorOf(source) };
}

function separatorOf(source: string): string {
  const [head = ''] = /^.*[^\s"].*$/m.exec(source) ?? [];
  const countIn = (separator: string): number => head.split(separator).length;
  return [',', ';', '\t'].reduce((most, one) => (countIn(one) > countIn(most) ? one : most));
}

function quoted(cell: string): string {
  return /[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Puts an apostrophe before a cell that begins like a formula, which a spreadsheet would execute. An import removes
 * it.
 */
function withGuard(cell: string): string {
  return /^'*[=+\-@]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}

function withoutGuard(cell: string): string {
  return /^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
