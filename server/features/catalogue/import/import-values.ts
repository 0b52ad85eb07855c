import { GROUP_DURATION_HOURS_MAX, IMAGES_PER_PRODUCT_MAX } from '#contract/limits.ts';
import { normalizeImageFileName } from '#contract/rules/product/image-file-name.ts';
import {
  formatHoursInputError,
  formatIntegerInputError,
  isPositiveInteger,
} from '#contract/rules/text/number-input.ts';
import { getNameCharactersError } from '#contract/rules/text/plain-text.ts';

export type RawProductFields = Record<string, unknown>;
export type ReportFieldError = (field: string, message: string) => void;

interface TextRule {
  max: number;
  isRequired?: boolean;
  problem?: (text: string) => string | null;
  /** Advice in the error message for a text that is too long; default: to shorten the text. */
  advice?: string;
  /** The product's stored texts of this field. They are accepted even if they break a limit that is newer. */
  stored?: readonly unknown[];
}

export function parseTextField(
  fields: RawProductFields,
  name: string,
  report: ReportFieldError,
  rule: TextRule,
): string {
  const value = fields[name];
  if (value !== undefined && value !== null && typeof value !== 'string') {
    report(name, `a text of at most ${rule.max} characters`);
    return '';
  }
  const shown = normalizeFieldText(value ?? '');
  if (shown !== '') validateFieldText(shown, rule, (message) => report(name, message));
  else if (rule.isRequired) report(name, 'is required');
  return shown;
}

export function validateFieldText(text: string, rule: TextRule, report: (message: string) => void): void {
  const { max, problem = getNameCharactersError, advice = `shorten it to ${max}`, stored = [] } = rule;
  if (stored.includes(text)) return;
  const message = text.length > max ? `is too long (${text.length} characters): ${advice}` : problem(text);
  if (message) report(message);
}

export function validateFieldLength(
  length: number,
  max: number,
  stored: number,
  report: (message: string) => void,
) {
  if (length > Math.max(max, stored)) report(`at most ${max}`);
}

/** Trims blanks and unifies line breaks, so that importing an unchanged export changes nothing. */
export function normalizeFieldText(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim();
}

/** Parses a required whole number. @returns 0 for an invalid value, so that no other rule reports the value again. */
export function parseIntegerField(
  fields: RawProductFields,
  name: string,
  max: number,
  report: ReportFieldError,
): number {
  const value = fields[name];
  if (isPositiveInteger(value, max)) return value;
  report(name, value === undefined ? 'is required' : formatIntegerInputError(max));
  return 0;
}

export function parseGroupDurationField(fields: RawProductFields, report: ReportFieldError): number | null {
  const value = fields.windowHours ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && value > 0 && value <= GROUP_DURATION_HOURS_MAX) return value;
  report('windowHours', formatHoursInputError(GROUP_DURATION_HOURS_MAX));
  return null;
}

/** Parses an optional whole number. @returns null when the field is absent, or invalid and therefore reported. */
export function parseOptionalIntegerField(
  fields: RawProductFields,
  name: string,
  max: number,
  report: ReportFieldError,
): number | null {
  if ((fields[name] ?? null) === null) return null;
  return parseIntegerField(fields, name, max, report) || null;
}

export function parseBooleanField(
  fields: RawProductFields,
  name: string,
  whenAbsent: boolean,
  report: ReportFieldError,
): boolean {
  const value = fields[name];
  if (value === undefined) return whenAbsent;
  if (typeof value === 'boolean') return value;
  report(name, 'true or false');
  return whenAbsent;
}

/**
 * Parses image names. Names with a folder are rejected, because such a path could reach a file outside the image folder.
 */
export function parseImageNamesField(
  given: unknown,
  stored: readonly unknown[],
  report: ReportFieldError,
): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) report('images', 'a list of file names without folders');
  const names = Array.isArray(given) ? given : [];
  validateFieldLength(names.length, IMAGES_PER_PRODUCT_MAX, stored.length, (message) =>
    report('images', message),
  );
  return names.map((name: unknown) => {
    if (typeof name !== 'string' || name.trim() === '')
      report('images', 'a list of file names without folders');
    else if (/^\s*(https?:|data:|\/\/|www\.)/i.test(name))
      report(
        'images',
        `${name} is an address, not a file: download the picture, send it, and write its file name`,
      );
    else if (/[/\\]/.test(name)) report('images', `${name} contains a folder: write only the file name`);
    return normalizeImageFileName(String(name).trim());
  });
}
