import { formatInteger } from '../money/money.ts';

/** Parses numbers that people type and rejects ambiguous ones, such as `45.000`, which may mean 45 or 45,000. */

/** A whole number has only digits, or commas between groups of three. Spreadsheets append `.0` or `.00`. */
const WHOLE = String.raw`([1-9]\d*|[1-9]\d{0,2}(,\d{3})+)(\.00?)?`;
const NAIRA = String.raw`(₦\s*)?${WHOLE}`;
/** Hours may have decimals, except exactly three (`1.000`, `48.125`), which could be thousands. */
const HOURS = String.raw`0\.\d+|[1-9]\d*(\.(\d{1,2}|\d{4,}))?|[1-9]\d{0,2}(,\d{3})+`;
/** `pattern` attributes of number fields. Blanks around a number are allowed, because copied numbers have them. */
export const NAIRA_INPUT_PATTERN = String.raw`[\s\p{Cf}]*${NAIRA}[\s\p{Cf}]*`;
export const INTEGER_INPUT_PATTERN = String.raw`[\s\p{Cf}]*${WHOLE}[\s\p{Cf}]*`;
export const HOURS_INPUT_PATTERN = String.raw`[\s\p{Cf}]*(${HOURS})[\s\p{Cf}]*`;

/** Percentage by which prices may change. */
export const PERCENT_RANGE = { minimum: -90, maximum: 900 };
export const PERCENT_INPUT_ERROR = `The percentage is a whole number from ${PERCENT_RANGE.minimum} to ${PERCENT_RANGE.maximum}, for example 10 or -5.`;

/** @returns whole naira; NaN unless the text is unambiguously an amount above 0. */
export function parseNaira(text: string): number {
  return readFigure(new RegExp(`^${NAIRA}$`), text);
}

/** @returns the whole number; NaN unless the text is unambiguously a whole number above 0. */
export function parseInteger(text: string): number {
  return readFigure(new RegExp(`^${WHOLE}$`), text);
}

/** @returns the number of hours, which may have decimals; NaN unless the text is unambiguously a number above 0. */
export function parseHours(text: string): number {
  return readFigure(new RegExp(`^(${HOURS})$`), text);
}

/** @returns the error message of a number field, such as `type a whole number from 1 to 999`. */
export function formatIntegerInputError(max: number): string {
  const example = max >= 45_000 ? ', for example 45000 or 45,000' : '';
  return `type a whole number from 1 to ${formatInteger(max)}${example}`;
}

export function formatHoursInputError(max: number): string {
  return `type hours above 0, at most ${formatInteger(max)}, for example 48 or 1.5`;
}

/** Accepts only a JavaScript number: texts, booleans and lists are refused. */
export function isPositiveInteger(value: unknown, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

function readFigure(pattern: RegExp, text: string): number {
  const typed = withoutMargin(text);
  return pattern.test(typed) ? Number(typed.replace(/[₦,\s]/g, '')) : Number.NaN;
}

/** Trims blanks and invisible characters, which copying a number from a chat adds. */
function withoutMargin(text: string): string {
  return text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
}
