import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** These documents and parts are generated from code. `npm run documents:write` updates them. */

const ROOT = join(import.meta.dirname, '../..');
const isWriting = process.env.DOCUMENTS === 'write';

/** @param page path from the root of the project, such as `docs/api.md`. */
export function expectGeneratedDocument(page: string, text: string): void {
  if (isWriting) writeFileSync(join(ROOT, page), text);
  expect(readFileSync(join(ROOT, page), 'utf8')).toBe(text);
}

/** The generated part is between `<!-- drawn: name -->` and `<!-- end -->`. */
export function expectGeneratedDocumentPart(page: string, name: string, text: string): void {
  const path = join(ROOT, page);
  const [before, rest] = splitOnce(readFileSync(path, 'utf8'), `<!-- drawn: ${name} -->\n`);
  const [drawn, after] = splitOnce(rest, '<!-- end -->');
  if (isWriting) writeFileSync(path, `${before}<!-- drawn: ${name} -->\n${text}<!-- end -->${after}`);
  else expect(drawn).toBe(text);
}

/** Escapes bars in the cells of a Markdown table. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(head), `|${'---|'.repeat(head.length)}\n`, ...rows.map(line)].join('');
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`the page has no ${mark.trim()}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
