import {
  SPECIFICATION_NAME_LENGTH_MAX,
  SPECIFICATION_VALUE_LENGTH_MAX,
  SPECIFICATIONS_MAX,
} from '#contract/limits.ts';
import { findTextProblem } from '#contract/rules/plain-text.ts';
import {
  normalizeFieldText,
  type ReportFieldError,
  validateFieldLength,
  validateFieldText,
} from './import-values.ts';

/** A cell is read as a list of pairs, because an object would hide duplicate names. */
const isPairs = (given: unknown): given is [string, unknown][] =>
  Array.isArray(given) && given.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string');

/**
 * Checks the specifications of a product. @param stored those of the stored product, which may be longer than the
 * limit.
 */
export function validateSpecifications(
  given: unknown,
  stored: object,
  complain: ReportFieldError,
): Record<string, string> {
  if (given === undefined || given === null) return {};
  const isNamed = typeof given === 'object' && !Array.isArray(given);
  const pairs = isPairs(given) ? given : isNamed ? Object.entries(given) : null;
  if (!pairs?.every(([name, value]) => name.trim() !== '' && typeof value === 'string')) {
    complain('specifications', 'names with texts');
    return {};
  }
  const known = { names: Object.keys(stored), values: Object.values(stored) };
  validateFieldLength(pairs.length, SPECIFICATIONS_MAX, known.names.length, (words) =>
    complain('specifications', words),
  );
  const names = new Set<string>();
  return Object.fromEntries(
    pairs.map(([given, value]) => {
      const name = normalizeFieldText(given);
      const where = `specifications.${name.slice(0, SPECIFICATION_NAME_LENGTH_MAX)}`;
      if (names.has(name)) complain(where, 'the same name is given twice');
      names.add(name);
      const nameRule = { max: SPECIFICATION_NAME_LENGTH_MAX, stored: known.names };
      validateFieldText(name, nameRule, (words) => complain('specifications', words));
      const text = normalizeFieldText(value as string);
      const rule = { max: SPECIFICATION_VALUE_LENGTH_MAX, problem: findTextProblem, stored: known.values };
      validateFieldText(text, rule, (words) => complain(where, words));
      return [name, text];
    }),
  );
}
