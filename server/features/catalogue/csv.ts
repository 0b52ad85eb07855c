/**
 * Reads comma-separated text as RFC 4180 has it: quoted fields may hold commas, line breaks and doubled quotes.
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
  const endRow = (): void => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: startedAt, cells });
    cells = [];
    cell = '';
    startedAt = line;
  };
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
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
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') endRow();
    else cell += char;
  }
  if (isQuoted) throw new Error(`line ${startedAt}: a quote is never closed`);
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}
