import { GROUP_DURATION_HOURS_MAX, PRODUCT_IMAGES_MAX } from '#contract/limits.ts';
import { formatHoursError, formatWholeNumberError, isPositiveInteger } from '#contract/rules/amount.ts';
import { normalizeImageFileName } from '#contract/rules/image-file-name.ts';
import { findNameProblem } from '#contract/rules/plain-text.ts';

export type RawProductFields = Record<string, unknown>;
export type ReportFieldError = (field: string, message: string) => void;

interface TextRule {
  max: number;
  isRequired?: boolean;
  problem?: (text: string) => string | null;
  /** Texts that this field has already. They are accepted even when they exceed a limit that was added later. */
  stored?: readonly unknown[];
}

export function readTextField(
  fields: RawProductFields,
  name: string,
  complain: ReportFieldError,
  rule: TextRule,
): string {
  const value = fields[name];
  if (value !== undefined && value !== null && typeof value !== 'string') {
    complain(name, `a text of at most ${rule.max} characters`);
    return '';
  }
  const shown = normalizeFieldText(value ?? '');
  if (shown !== '') validateFieldText(shown, rule, (words) => complain(name, words));
  else if (rule.isRequired) complain(name, 'is required');
  return shown;
}

export function validateFieldText(text: string, rule: TextRule, complain: (words: string) => void): void {
  const { max, problem = findNameProblem, stored = [] } = rule;
  if (stored.includes(text)) return;
  const words = text.length > max ? `a text of at most ${max} characters` : problem(text);
  if (words) complain(words);
}

export function validateFieldLength(
  length: number,
  max: number,
  stored: number,
  complain: (words: string) => void,
) {
  if (length > Math.max(max, stored)) complain(`at most ${max}`);
}

/** Trims blanks and unifies line breaks, so that an export can be imported unchanged. */
export function normalizeFieldText(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim();
}

/** @returns 0 for an invalid value, so that no other rule reports it again. */
export function readIntegerField(
  fields: RawProductFields,
  name: string,
  max: number,
  complain: ReportFieldError,
): number {
  const value = fields[name];
  if (isPositiveInteger(value, max)) return value;
  complain(name, value === undefined ? 'is required' : formatWholeNumberError(max));
  return 0;
}

export function readGroupDurationField(fields: RawProductFields, complain: ReportFieldError): number | null {
  const value = fields.windowHours ?? null;
  if (value === null) return null;
  if (typeof value === 'number' && value > 0 && value <= GROUP_DURATION_HOURS_MAX) return value;
  complain('windowHours', formatHoursError(GROUP_DURATION_HOURS_MAX));
  return null;
}

/** @returns null: not given, or a reported error. */
export function readOptionalIntegerField(
  fields: RawProductFields,
  name: string,
  max: number,
  complain: ReportFieldError,
): number | null {
  if ((fields[name] ?? null) === null) return null;
  return readIntegerField(fields, name, max, complain) || null;
}

export function readBooleanField(
  fields: RawProductFields,
  name: string,
  whenAbsent: boolean,
  complain: ReportFieldError,
): boolean {
  const value = fields[name];
  if (value === undefined) return whenAbsent;
  if (typeof value === 'boolean') return value;
  complain(name, 'true or false');
  return whenAbsent;
}

/** Names with a folder are rejected: a path could reach a file outside the image folder. */
export function readImageNames(
  given: unknown,
  stored: readonly unknown[],
  complain: ReportFieldError,
): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) complain('images', 'a list of file names without folders');
  const names = Array.isArray(given) ? given : [];
  validateFieldLength(names.length, PRODUCT_IMAGES_MAX, stored.length, (words) => complain('images', words));
  return names.map((name: unknown) => {
    if (typeof name !== 'string' || name.trim() === '')
      complain('images', 'a list of file names without folders');
    else if (/^\s*(https?:|data:|\/\/|www\.)/i.test(name))
      complain(
        'images',
        `${name} is an address, not a file: download the picture, send it, and write its file name`,
      );
    else if (/[/\\]/.test(name)) complain('images', `${name} contains a folder: write only the file name`);
    return normalizeImageFileName(String(name).trim());
  });
}
