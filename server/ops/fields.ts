import { LOOSE_TEXT_MAX, ROW_ID_PATTERN } from '#contract/limits.ts';
import { textProblem } from '#contract/rules/plain-text.ts';
import { ANY_TEXT_KEYWORD } from '../http/schema-compilers.ts';
import { type Action, type Body, Refusal } from './action.ts';

/** The supported keywords of a field's JSON schema. */
export interface FieldSchema {
  type?: string;
  title?: string;
  enum?: readonly string[];
  anyOf?: readonly { const?: string }[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  items?: FieldSchema;
  'x-refusal'?: string;
  'x-any-text'?: boolean;
  '~optional'?: boolean;
}

/** A field of an action's body at the command line. */
export interface Field {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
  isPositional: boolean;
  /** `dry-run` for `dryRun`. */
  option: string;
  /** Its name in messages: `--dry-run`, or capitals for a positional. */
  label: string;
}

/** A dry run changes nothing, so it needs no reason from the operator. */
export const DRY_RUN_REASON = 'dry run';

/** Lists an action's fields in the order of its schema. */
export function fieldsOf({ body, positionals = [], file }: Action): Field[] {
  return Object.entries(body.properties as Record<string, FieldSchema>).map(([name, schema]) => {
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isFile = file !== undefined && [file.name, file.content].includes(name);
    const isPositional = isFile || positionals.includes(name);
    const title = isFile ? 'FILE' : (schema.title ?? option.toUpperCase());
    const label = isPositional ? title : `--${option}`;
    return { name, schema, option, isPositional, label, isRequired: !schema['~optional'] };
  });
}

/** @returns the allowed values of an enumeration; null for other fields. */
export function choicesOf({ enum: listed, anyOf }: FieldSchema): readonly string[] | null {
  if (listed) return listed;
  const texts = anyOf?.map((one) => one.const);
  return texts?.every((text) => typeof text === 'string') ? (texts as string[]) : null;
}

/** Formats the arguments of an action for the help text. */
export function usageOf(action: Action): string {
  const { file, positionals = [], readers = {} } = action;
  const fields = fieldsOf(action);
  const words = positionals.map((name) => {
    const { label, schema, isRequired } = fields.find((one) => one.name === name) as Field;
    const word = schema.type === 'array' ? `${label} ...` : (choicesOf(schema)?.join('|') ?? label);
    return isRequired ? word : `[${word}]`;
  });
  const options = fields
    .filter(({ isPositional }) => !isPositional)
    .map(({ name, option, schema, isRequired }) => {
      const isFlag = schema.type === 'boolean' && !readers[name];
      const given = isFlag ? `--${option}` : `--${option} ${valueWords(schema, option)}`;
      return isRequired ? given : `[${given}]`;
    });
  return [...(file ? ['FILE'] : []), ...words, ...options].join(' ');
}

function valueWords(schema: FieldSchema, option: string): string {
  if (schema.title) return schema.title;
  if (schema.format === 'date') return 'YYYY-MM-DD';
  if (schema.type === 'integer') return 'N';
  if (schema.type === 'array' && schema.items?.type === 'integer') return 'N,N';
  return choicesOf(schema)?.join('|') ?? option.toUpperCase();
}

/**
 * Removes unknown fields, and trims texts that must not be empty.
 *
 * @throws {Refusal} for a missing field, or a text that the database cannot store.
 */
export function cleanBody(action: Action, given: Body): Body {
  const body: Record<string, unknown> = {};
  for (const { name, schema, label, isRequired } of fieldsOf(action)) {
    const value = given[name];
    const { minLength, format, pattern } = schema;
    const needsText = typeof value === 'string' && Boolean(minLength || format || pattern);
    const tidy = needsText ? value.trim() : value;
    if (tidy === undefined || (needsText && tidy === '')) {
      if (isRequired) throw new Refusal(`${label} is required.`);
      continue;
    }
    if (typeof tidy === 'string' && !schema[ANY_TEXT_KEYWORD]) refuseText(label, tidy, schema);
    body[name] = tidy;
  }
  return body;
}

/** @throws {Refusal} for a text that is too long or that the database cannot store. */
export function refuseText(label: string, text: string, { maxLength = LOOSE_TEXT_MAX }: FieldSchema): void {
  const problem = textProblem(text);
  if (problem) throw new Refusal(`${label}: ${problem}.`);
  if (text.length > maxLength) throw new Refusal(`${label}: a text of at most ${maxLength} characters.`);
}

/** Parses a row number as lists show it. @throws {Refusal} with the given message for anything else. */
export function readRowId(text: string, refusal: string): number {
  if (!ROW_ID_PATTERN.test(text)) throw new Refusal(refusal);
  return Number(text);
}
