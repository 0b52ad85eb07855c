import { formatCount } from '../money.ts';

/** Ambiguous amounts are rejected: where the comma is the decimal sign, `45.000` means something else. */

/** A whole number is digits, or groups of exactly three after commas. Spreadsheets add `.0` and `.00`. */
const WHOLE = String.raw`([1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.00?)?`;
const NAIRA = String.raw`(₦\s*)?${WHOLE}`;
/** Hours may have decimals, but `1.000` and `48.125` could be thousands. */
const HOURS = String.raw`0\.\d+|[1-9]\d*(\.(\d{1,2}|\d{4,}))?|[1-9]\d{0,2}(,\d{3})+`;
/** An input uses one of these as its `pattern` attribute, which allows surrounding blanks. */
export const NAIRA_INPUT_PATTERN = String.raw`[\s\p{Cf}]*${NAIRA}[\s\p{Cf}]*`;
export const COUNT_INPUT_PATTERN = String.raw`[\s\p{Cf}]*${WHOLE}[\s\p{Cf}]*`;
export const HOURS_INPUT_PATTERN = String.raw`[\s\p{Cf}]*(${HOURS})[\s\p{Cf}]*`;

/** @returns whole naira; NaN unless the text is unambiguously an amount above 0. */
export function parseNaira(text: string): number {
  return readFigure(new RegExp(`^${NAIRA}$`), text);
}

/** @returns the count; NaN unless the text is unambiguously a whole number above 0. */
export function parseCount(text: string): number {
  return readFigure(new RegExp(`^${WHOLE}$`), text);
}

/** @returns hours, which may have decimals; NaN when the text is ambiguous. */
export function parseHours(text: string): number {
  return readFigure(new RegExp(`^(${HOURS})$`), text);
}

/** @returns the message to show after the field's name and a colon. */
export function formatWholeNumberError(max: number): string {
  const example = max >= 45_000 ? ', for example 45000 or 45,000' : '';
  return `type a whole number from 1 to ${formatCount(max)}${example}`;
}

export function formatHoursError(max: number): string {
  return `type hours above 0, at most ${formatCount(max)}, for example 48 or 1.5`;
}

/** Accepts only a JavaScript number: texts, booleans and lists are refused. */
export function isPositiveInteger(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

function readFigure(pattern: RegExp, text: string): number {
  const typed = withoutMargin(text);
  return pattern.test(typed) ? Number(typed.replace(/[₦,\s]/g, '')) : Number.NaN;
}

/** Trims blanks and invisible characters, which copying adds to a number. */
function withoutMargin(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}
