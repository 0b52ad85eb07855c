import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the specification as a list of sentences, and which tests claim to check each of them. */

/** A statement that can be checked: a sentence, or a row of a table. */
interface Sentence {
  /** The number of its section; tests must cover sections 2 to 9. */
  section: number;
  text: string;
}

const SPECIFICATION = join(import.meta.dirname, '../../docs/specification.md');

/**
 * Reads every sentence of the specification in order. Headings, labels that only introduce a list, and heads of tables
 * state nothing and are left out.
 */
function readSentences(markdown = readFileSync(SPECIFICATION, 'utf8')): Sentence[] {
  const sentences: Sentence[] = [];
  let section = 0;
  for (const line of markdown.split('\n')) {
    const heading = /^## (\d+)\./.exec(line);
    if (heading) section = Number(heading[1]);
    if (section === 0 || line.startsWith('#') || line.trim() === '') continue;
    for (const text of line.startsWith('|') ? rowOf(line) : sentencesOf(line))
      sentences.push({ section, text });
  }
  return sentences;
}

function rowOf(line: string): string[] {
  const cells = line
    .replaceAll('\\|', '\u0000')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\u0000', '|'));
  const isHead = cells[0] === 'Method and path' || /^-+$/.test(cells[0] ?? '');
  return isHead ? [] : [cells.join(' | ')];
}

function sentencesOf(line: string): string[] {
  const item = line.trim().replace(/^(?:[-*]|\d+\.)\s+/, '');
  const text = item.replaceAll('**', '');
  const isLabel = text.endsWith(':') || /^\*\*[^*]+\*\*$/.test(item);
  if (isLabel) return [];
  return splitOutsideQuotes(text);
}

/**
 * Splits text into sentences. A full stop ends one when a space and a capital follow, unless it is inside a quoted
 * text.
 */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + 1] ?? ' ';
    if (text[at] === "'") {
      if (!isQuoted && /[\s(]/.test(before)) isQuoted = true;
      else if (isQuoted && /[\s.,;:)]/.test(after)) isQuoted = false;
    }
    if (text[at] === '.' && !isQuoted && after === ' ' && /[A-Z'0-9]/.test(text[at + 2] ?? '')) {
      parts.push(text.slice(start, at + 1).trim());
      start = at + 1;
    }
  }
  const rest = text.slice(start).trim();
  return rest ? [...parts, rest] : parts;
}

const ALL = readSentences();

/**
 * Names a test after the sentence of the specification that it checks.
 *
 * @param quote the exact sentence, or its beginning if that is unique.
 * @throws when the specification has no such sentence, because a test must not claim what is not written.
 */
export function says(quote: string): string {
  const matches = ALL.filter((sentence) => sentence.text.startsWith(quote));
  if (matches.length === 0) throw new Error(`The specification has no sentence that begins: ${quote}`);
  if (new Set(matches.map((match) => match.text)).size > 1) {
    throw new Error(`More than one sentence of the specification begins: ${quote}`);
  }
  return `says: ${matches[0]?.text}`;
}

/** These tests check the coverage itself. */
const OF_THE_SPECIFICATION = ['coverage.test.ts', 'sources.test.ts'];

/** The sentences that one test file claims to check. */
export interface Claims {
  file: string;
  quotes: string[];
}

/**
 * Reads the quotes `says('…')` from the text of every test file here, and of the parts that it registers from the
 * folder of its subject.
 */
export function readClaims(folder = import.meta.dirname): Claims[] {
  return readdirSync(folder)
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !OF_THE_SPECIFICATION.includes(file))
    .sort()
    .flatMap((file) => [file, ...partsOf(readFileSync(join(folder, file), 'utf8'))])
    .map((file) => ({ file, quotes: quotesOf(readFileSync(join(folder, file), 'utf8')) }));
}

/** Finds the parts that a test file imports. A part that no test file imports is never run and checks nothing. */
function partsOf(source: string): string[] {
  return [...source.matchAll(/^import .*'\.\/([a-z]+\/[^']+)';$/gm)].map(([, part]) => part ?? '');
}

function quotesOf(source: string): string[] {
  return [
    ...source.matchAll(/says\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g),
  ].map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'));
}

/** A sentence and the test files that check it. */
export interface Covered extends Sentence {
  files: string[];
}

/** Lists the sentences of sections 2 to 9 with their tests. */
export function coverage(claims = readClaims()): Covered[] {
  return ALL.filter((sentence) => sentence.section >= 2).map((sentence) => ({
    ...sentence,
    files: claims
      .filter((claim) => claim.quotes.some((quote) => sentence.text.startsWith(quote)))
      .map((claim) => claim.file),
  }));
}
