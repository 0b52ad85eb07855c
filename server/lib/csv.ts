/**
 * Reads separated text as RFC 4180 has it: quoted fields may hold separators, line breaks and doubled quotes. The
 * separator is the comma, or the semicolon or tab that some spreadsheets write: whichever the first line has.
 *
 * @returns the rows with the number of the line each began on, from 1. Empty lines are left out.
 * @throws {Error} when a quote is never closed.
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endCell = (): void => {
    cells.push(withoutGuard(cell.trim()));
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one !== '')) rows.push({ line: startedAt, cells });
    cells = [];
    startedAt = line;
  };
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  for (let index = 0; index < source.length; index += 1) {
    const char = source[index] as string;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else cell += char;
  }
  if (isQuoted) throw new Error(`line ${startedAt}: a quote is never closed`);
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** Writes rows so that `parseCsv` gives them back. The mark at its start tells a spreadsheet that it is UTF-8. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(withGuard(cell))).join(','));
  return `\uFEFF${lines.join('\n')}\n`;
}

function separatorOf(source: string): string {
  const [head = ''] = source.split('\n', 1);
  return [',', ';', '\t'].find((separator) => head.includes(separator)) ?? ',';
}

function quoted(cell: string): string {
  return /[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A spreadsheet runs a cell that begins like a formula. An apostrophe before it stops that, and one is taken away
 * again when the cell comes back; a text that has such an apostrophe of its own gets a second one. A number is no formula.
 */
function withGuard(cell: string): string {
  return /^'*[=+\-@]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}

function withoutGuard(cell: string): string {
  return /^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
