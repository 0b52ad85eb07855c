import { GROUP_MINIMUM_UNITS_MAX } from '#contract/limits.ts';
import {
  formatIntegerInputError,
  isPositiveInteger,
  parseInteger,
} from '#contract/rules/text/number-input.ts';
import { InvalidImageError } from '../../../features/catalogue/images/invalid-image.ts';
import type { ProductImportChange } from '../../../features/catalogue/import/import-plan.ts';
import { ActionRefusedError } from '../../action.ts';

const SHOWN_VALUE_LENGTH = 60;

/** Formats the changed fields of a product, one line for each field. */
export function formatProductChangeLines({ slug, isNew, fields }: ProductImportChange): string[] {
  if (isNew) return [`${slug}  new`];
  return Object.entries(fields).map(
    ([field, { before, after }]) => `${slug}  ${field}: ${shown(before)} -> ${shown(after)}`,
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;
}

/** Creates a parser of `yes` or `no`. An absent option changes nothing, so a mere flag could not say "no". */
export function createYesNoParser(option: string) {
  return (text: string): boolean => {
    if (!['yes', 'no'].includes(text)) throw new ActionRefusedError(`${option} is yes or no.`);
    return text === 'yes';
  };
}

/** Creates a parser of a number, or of `none` for no value. */
export function createOptionalNumberParser(option: string, parse: (text: string) => number, max: number) {
  return (text: string): number | null => {
    const value = text === 'none' ? null : parse(text);
    if (value === null || isPositiveInteger(value, max)) return value;
    throw new ActionRefusedError(`${option}: ${formatIntegerInputError(max)}, or none.`);
  };
}

export const parseMaxUnitsPerPerson = createOptionalNumberParser(
  '--max-units-per-person',
  parseInteger,
  GROUP_MINIMUM_UNITS_MAX,
);

/** Turns the error of an invalid image or of a failed file write into a refusal; rethrows any other error. */
export function throwAsImageRefusal(error: unknown, name: string, folder: string): never {
  if (error instanceof InvalidImageError) throw new ActionRefusedError(`${name} ${error.message}`);
  if (error instanceof Error && 'syscall' in error)
    throw new ActionRefusedError(`The images cannot be written to ${folder}: ${error.message}`);
  throw error;
}
