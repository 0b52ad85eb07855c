import { formatCount } from '../money.ts';

/**
 * The one reader of amounts and counts that somebody types: at the command line, in a form, in a table.
 *
 * What could be read in two ways is no number: where the comma is the decimal sign, `45.000` and `4,50` mean something
 * else than they say.
 */

/** Digits, or groups of exactly three after commas; `.0` and `.00` as spreadsheets add them. */
const WHOLE = String.raw`([1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.00?)?`;
const NAIRA = String.raw`(₦\s*)?${WHOLE}`;
/** Hours may have decimals, but `1.000` and `48.125` could be thousands. */
const HOURS = String.raw`0\.\d+|[1-9]\d*(\.(\d{1,2}|\d{4,}))?|[1-9]\d{0,2}(,\d{3})+`;
/** An amount or a count as the `pattern` of an input, which also allows the blanks around it. */
export const NAIRA_PATTERN = String.raw`[\s\p{Cf}]*${NAIRA}[\s\p{Cf}]*`;
export const COUNT_PATTERN = String.raw`[\s\p{Cf}]*${WHOLE}[\s\p{Cf}]*`;
export const HOURS_PATTERN = String.raw`[\s\p{Cf}]*(${HOURS})[\s\p{Cf}]*`;

/** @returns the whole naira; NaN for anything that is not plainly an amount above 0. */
export function readNaira(text: string): number {
  return readFigure(new RegExp(`^${NAIRA}$`), text);
}

/** @returns the count; NaN for anything that is not plainly a whole number above 0. */
export function readCount(text: string): number {
  return readFigure(new RegExp(`^${WHOLE}$`), text);
}

/** @returns hours, which may have decimals; NaN for anything that could be read in two ways. */
export function readHours(text: string): number {
  return readFigure(new RegExp(`^(${HOURS})$`), text);
}

/** What is said of anything but a whole number up to the limit. It follows the name of the field and a colon. */
export function wholeWords(max: number): string {
  const example = max >= 45_000 ? ', for example 45000 or 45,000' : '';
  return `type a whole number from 1 to ${formatCount(max)}${example}`;
}

export function hoursWords(max: number): string {
  return `type hours above 0, at most ${formatCount(max)}, for example 48 or 1.5`;
}

/** A number in a file or a request, or one that was read; no text, truth or list is taken for one. */
export function isWhole(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

function readFigure(pattern: RegExp, text: string): number {
  const typed = withoutMargin(text);
  return pattern.test(typed) ? Number(typed.replace(/[₦,\s]/g, '')) : Number.NaN;
}

/** Without the blanks and invisible signs around it, which come along when a number is copied. */
function withoutMargin(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}
