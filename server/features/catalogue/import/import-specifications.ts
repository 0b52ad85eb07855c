import {
  SPECIFICATION_NAME_LENGTH_MAX,
  SPECIFICATION_VALUE_LENGTH_MAX,
  SPECIFICATIONS_PER_PRODUCT_MAX,
} from '#contract/limits.ts';
import { getUnstorableTextError } from '#contract/rules/text/plain-text.ts';
import {
  normalizeFieldText,
  type ReportFieldError,
  validateFieldLength,
  validateFieldText,
} from './import-values.ts';

/** The text of a cell is parsed into a list of pairs, because an object would hide duplicate names. */
const isPairs = (given: unknown): given is [string, unknown][] =>
  Array.isArray(given) && given.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string');

/**
 * Checks the specifications of a product.
 * @param stored the product's stored specifications: these are accepted even if they exceed the limit.
 */
export function validateProductSpecifications(
  given: unknown,
  stored: object,
  report: ReportFieldError,
): Record<string, string> {
  if (given === undefined || given === null) return {};
  const isNamed = typeof given === 'object' && !Array.isArray(given);
  const pairs = isPairs(given) ? given : isNamed ? Object.entries(given) : null;
  if (!pairs?.every(([name, value]) => name.trim() !== '' && typeof value === 'string')) {
    report('specifications', 'names with texts');
    return {};
  }
  const known = { names: Object.keys(stored), values: Object.values(stored) };
  validateFieldLength(pairs.length, SPECIFICATIONS_PER_PRODUCT_MAX, known.names.length, (message) =>
    report('specifications', message),
  );
  const names = new Set<string>();
  return Object.fromEntries(
    pairs.map(([given, value]) => {
      const name = normalizeFieldText(given);
      const where = `specifications.${name.slice(0, SPECIFICATION_NAME_LENGTH_MAX)}`;
      if (names.has(name)) report(where, 'the same name is given twice');
      names.add(name);
      const nameRule = { max: SPECIFICATION_NAME_LENGTH_MAX, stored: known.names };
      validateFieldText(name, nameRule, (message) => report('specifications', message));
      const text = normalizeFieldText(value as string);
      const rule = {
        max: SPECIFICATION_VALUE_LENGTH_MAX,
        problem: getUnstorableTextError,
        stored: known.values,
      };
      validateFieldText(text, rule, (message) => report(where, message));
      return [name, text];
    }),
  );
}
