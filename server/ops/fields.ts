import { REQUEST_TEXT_LENGTH_MAX, ROW_ID_PATTERN } from '#contract/limits.ts';
import { getUnstorableTextError } from '#contract/rules/text/plain-text.ts';
import { SKIP_STORABLE_TEXT_CHECK_KEYWORD } from '../http/schema-compilers.ts';
import { type ActionBody, ActionRefusedError, type OperatorAction } from './action.ts';

/** Keywords that the JSON schema of an action's field may have. */
export interface ActionFieldSchema {
  type?: string;
  title?: string;
  enum?: readonly string[];
  anyOf?: readonly { const?: string }[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  items?: ActionFieldSchema;
  'x-refusal'?: string;
  'x-any-text'?: boolean;
  '~optional'?: boolean;
}

/** A field of an action's body at the command line. */
export interface ActionField {
  name: string;
  schema: ActionFieldSchema;
  isRequired: boolean;
  isPositional: boolean;
  /** Name of the command-line option, such as `dry-run` for the field `dryRun`. */
  option: string;
  /** Name of the field in messages: `--dry-run`, or capitals for an argument by position. */
  label: string;
}

/** The audit log has this text instead of a reason when an action is only a dry run. */
export const DRY_RUN_AUDIT_REASON = 'dry run';

/** Lists an action's fields in the order of its schema. */
export function listActionFields({ body, positionals = [], file }: OperatorAction): ActionField[] {
  return Object.entries(body.properties as Record<string, ActionFieldSchema>).map(([name, schema]) => {
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isFile = file !== undefined && [file.name, file.content].includes(name);
    const isPositional = isFile || positionals.includes(name);
    const title = isFile ? 'FILE' : (schema.title ?? option.toUpperCase());
    const label = isPositional ? title : `--${option}`;
    return { name, schema, option, isPositional, label, isRequired: !schema['~optional'] };
  });
}

/** @returns the allowed values of an enumeration; null for other fields. */
export function getActionFieldChoices({ enum: listed, anyOf }: ActionFieldSchema): readonly string[] | null {
  if (listed) return listed;
  const texts = anyOf?.map((one) => one.const);
  return texts?.every((text) => typeof text === 'string') ? (texts as string[]) : null;
}

/** Formats the arguments of an action for the help text. */
export function formatActionUsage(action: OperatorAction): string {
  const { file, positionals = [], readers = {} } = action;
  const fields = listActionFields(action);
  const positionalTexts = positionals.map((name) => {
    const { label, schema, isRequired } = fields.find((one) => one.name === name) as ActionField;
    const text =
      schema.type === 'array' ? `${label} ...` : (getActionFieldChoices(schema)?.join('|') ?? label);
    return isRequired ? text : `[${text}]`;
  });
  const options = fields
    .filter(({ isPositional }) => !isPositional)
    .map(({ name, option, schema, isRequired }) => {
      const isFlag = schema.type === 'boolean' && !readers[name];
      const given = isFlag ? `--${option}` : `--${option} ${valueWords(schema, option)}`;
      return isRequired ? given : `[${given}]`;
    });
  return [...(file ? ['FILE'] : []), ...positionalTexts, ...options].join(' ');
}

function valueWords(schema: ActionFieldSchema, option: string): string {
  if (schema.title) return schema.title;
  if (schema.format === 'date') return 'YYYY-MM-DD';
  if (schema.type === 'integer') return 'N';
  if (schema.type === 'array' && schema.items?.type === 'integer') return 'N,N';
  return getActionFieldChoices(schema)?.join('|') ?? option.toUpperCase();
}

/**
 * Removes unknown fields and trims texts.
 * @throws {ActionRefusedError} for a missing field, or a text that the database cannot store.
 */
export function parseActionBody(action: OperatorAction, given: ActionBody): ActionBody {
  const body: Record<string, unknown> = {};
  for (const { name, schema, label, isRequired } of listActionFields(action)) {
    const value = given[name];
    const { minLength, format, pattern } = schema;
    const needsText = typeof value === 'string' && Boolean(minLength || format || pattern);
    const tidy = needsText ? value.trim() : value;
    if (tidy === undefined || (needsText && tidy === '')) {
      if (isRequired) throw new ActionRefusedError(`${label} is required.`);
      continue;
    }
    if (typeof tidy === 'string' && !schema[SKIP_STORABLE_TEXT_CHECK_KEYWORD])
      requireStorableText(label, tidy, schema);
    body[name] = tidy;
  }
  return body;
}

/** Checks a text. @throws {ActionRefusedError} when it is too long or the database cannot store it. */
export function requireStorableText(
  label: string,
  text: string,
  { maxLength = REQUEST_TEXT_LENGTH_MAX }: ActionFieldSchema,
): void {
  const problem = getUnstorableTextError(text);
  if (problem) throw new ActionRefusedError(`${label}: ${problem}.`);
  if (text.length > maxLength)
    throw new ActionRefusedError(`${label}: a text of at most ${maxLength} characters.`);
}

/** Parses the id of a database row, as lists show it. @throws {ActionRefusedError} with the given message. */
export function parseRowId(text: string, refusalMessage: string): number {
  if (!ROW_ID_PATTERN.test(text)) throw new ActionRefusedError(refusalMessage);
  return Number(text);
}
