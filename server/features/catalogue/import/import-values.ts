import { GROUP_DURATION_HOURS_MAX, GROUP_MINIMUM_UNITS_MAX } from '#contract/limits.ts';
import { formatHoursError, formatWholeNumberError, isPositiveInteger } from '#contract/rules/amount.ts';
import { findNameProblem } from '#contract/rules/plain-text.ts';

export type RawProductFields = Record<string, unknown>;
export type ReportFieldError = (field: string, message: string) => void;

interface TextRule {
  max: number;
  isRequired?: boolean;
  problem?: (text: string) => string | null;
  /** Texts already stored in this field, accepted even when a limit was added later. */
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

/** @returns null: no limit, or a reported error. */
export function readLimitPerPersonField(fields: RawProductFields, complain: ReportFieldError): number | null {
  if ((fields.maxUnitsPerPerson ?? null) === null) return null;
  return readIntegerField(fields, 'maxUnitsPerPerson', GROUP_MINIMUM_UNITS_MAX, complain) || null;
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
