import { expect, test } from 'vitest';
import { formatActionDataAsText, formatTextTable } from './print.ts';

const ESC = '\u001b';

test('words of a stranger move no cursor, forge no row and turn no text round', () => {
  const reason = `lost\r\n${ESC}[1A${ESC}]0;title\u0007\u202Emoc.live\u009b2J`;
  const told = 'lost\\u{d}\\u{a}\\u{1b}[1A\\u{1b}]0;title\\u{7}\\u{202e}moc.live\\u{9b}2J';
  expect(formatTextTable([{ reason, phoneMatches: false }]).split('\n')[1]).toBe(`${told}  false`);
  expect(formatActionDataAsText({ reason })).toBe(`reason  ${told}`);
});

test('times are those of Lagos, also in an answer that was kept, and what lies in a cell is told in words', () => {
  const at = new Date('2026-12-31T23:30:59Z');
  expect(formatActionDataAsText({ at })).toBe('at  2027-01-01 00:30 WAT');
  expect(formatActionDataAsText({ at: at.toISOString() })).toBe('at  2027-01-01 00:30 WAT');
  const ours = { amountKobo: 150_000, refs: ['a', 'b'], none: null };
  expect(formatTextTable([{ ours }]).split('\n')[1]).toBe('amountKobo=150000 refs=a, b none=-');
});

test('names and sentences of any language stay as they are', () => {
  const name = "Chinyere Ọlá d'Ávila-Eze, Àṣàkẹ́ ₦1,500";
  expect(formatActionDataAsText({ name })).toBe(`name  ${name}`);
});

test('rows are a table, one thing is its fields with a table for each list in it, and nothing is said', () => {
  expect(formatActionDataAsText([{ slug: 'rice', price: 5 }])).toBe('slug  price\nrice  5');
  expect(formatActionDataAsText({ id: 7, lines: [{ line: 1 }], notes: [] })).toBe(
    'id     7\nnotes  -\n\nlines:\nline\n1',
  );
  expect(formatActionDataAsText([])).toBe('None.');
});
