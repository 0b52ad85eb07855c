import { parseArgs } from 'node:util';
import {
  OPERATOR_COMMAND_ARGUMENT_LENGTH_MAX,
  OPERATOR_IDEMPOTENCY_KEY_LENGTH_MAX,
  OPERATOR_NAME_LENGTH_MAX,
  ROW_ID_PATTERN,
} from '#contract/limits.ts';
import {
  formatIntegerInputError,
  isPositiveInteger,
  parseInteger,
  parseNaira,
} from '#contract/rules/text/number-input.ts';
import { normalizeSingleLineText, normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import { isCalendarDay, isIsoTimestamp } from '../../lib/calendar.ts';
import { isUuid } from '../../lib/uuid.ts';
import { type ActionBody, ActionRefusedError, type OperatorAction } from '../action.ts';
import {
  type ActionField,
  type ActionFieldSchema,
  DRY_RUN_AUDIT_REASON,
  formatActionUsage,
  getActionFieldChoices,
  listActionFields,
  requireStorableText,
} from '../fields.ts';
import { readImportFileAsBody } from '../import-file.ts';

/** The options that every action accepts: operator, approver, key and output format. */
export interface CommandLineOptions {
  as?: string;
  approvedBy?: string;
  key?: string;
  isJson: boolean;
  isHelp: boolean;
}

/** Options with a value that may stand before the action's name. */
const LEADING = ['as', 'approved-by', 'key'];
const FLAGS = ['json', 'help'];

/** Moves options from before the action's name to after it. @param argv such as `--as ngozi group list`. */
export function moveActionNameFirst(argv: readonly string[]): readonly string[] {
  let index = 0;
  while (argv[index]?.startsWith('--')) {
    const [name = '', given] = (argv[index] as string).slice(2).split('=');
    index += LEADING.includes(name) && given === undefined ? 2 : 1;
  }
  return [...argv.slice(index), ...argv.slice(0, index)];
}

/** Lists the words in which an action's name is. */
export function listWordsBeforeOptions(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((part) => part.startsWith('--'));
  return end < 0 ? argv : argv.slice(0, end);
}

/** Finds the action by the first words; the longest matching name wins. */
export function findActionByArguments(
  actions: readonly OperatorAction[],
  argv: readonly string[],
): OperatorAction | undefined {
  const positionals = listWordsBeforeOptions(argv);
  return actions
    .filter(({ name }) => name.split(' ').every((word, index) => positionals[index] === word))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

/** @throws {ActionRefusedError} for an unknown option, a missing value, or a value of the wrong type. */
export function parseActionArguments(
  action: OperatorAction,
  argv: readonly string[],
): { sender: CommandLineOptions; read: () => Promise<ActionBody> } {
  const options = listActionFields(action).filter(({ isPositional }) => !isPositional);
  const isFlag = ({ name, schema }: ActionField) => schema.type === 'boolean' && !action.readers?.[name];
  const valued = options.filter((field) => !isFlag(field)).map(({ option }) => option);
  const { words, given } = readTokens(action, argv, {
    valued: [...LEADING.slice(0, action.key ? 3 : 2), ...valued],
    flags: [...FLAGS, ...options.filter(isFlag).map(({ option }) => option)],
  });
  const sender: CommandLineOptions = { isJson: given.has('json'), isHelp: given.has('help') };
  for (const [name, option, maxLength] of SENDER_TEXTS) {
    const text = given.get(option);
    if (text === undefined) continue;
    requireStorableText(`--${option}`, text, { maxLength });
    sender[name] = text;
  }
  const read = async () => {
    const body: Record<string, unknown> = {};
    for (const field of options) {
      const text = given.get(field.option);
      if (text !== undefined) body[field.name] = isFlag(field) ? true : readField(action, field, text);
    }
    if (body.dryRun && 'reason' in action.body.properties) body.reason ??= DRY_RUN_AUDIT_REASON;
    return { ...body, ...(await readPositionals(action, words)) };
  };
  return { sender, read };
}

const SENDER_TEXTS = [
  ['as', 'as', OPERATOR_NAME_LENGTH_MAX],
  ['approvedBy', 'approved-by', OPERATOR_NAME_LENGTH_MAX],
  ['key', 'key', OPERATOR_IDEMPOTENCY_KEY_LENGTH_MAX],
] as const;

function readTokens(
  action: OperatorAction,
  argv: readonly string[],
  { valued, flags }: { valued: string[]; flags: string[] },
): { words: string[]; given: Map<string, string> } {
  const types = [
    ...valued.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ];
  const { positionals, tokens } = parseArgs({
    args: argv.slice(action.name.split(' ').length),
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const isFlag = flags.includes(name) && value === undefined;
    if (!isFlag && !valued.includes(name))
      throw new ActionRefusedError(
        `${action.name} has no option ${rawName}. Usage: ${action.name} ${formatActionUsage(action)}`,
      );
    if (!isFlag && (value === undefined || (!inlineValue && value.startsWith('--'))))
      throw new ActionRefusedError(`${rawName} needs a value.`);
    if (!isFlag && given.has(name)) throw new ActionRefusedError(`${rawName} is given twice.`);
    given.set(name, value ?? '');
  }
  return { words: positionals, given };
}

async function readPositionals(action: OperatorAction, typed: readonly string[]): Promise<ActionBody> {
  const { positionals = [], file } = action;
  const left = [...typed];
  const body: Record<string, unknown> = file ? { ...(await readImportFileAsBody(action, left.shift())) } : {};
  const fields = listActionFields(action);
  positionals.forEach((name, index) => {
    const field = fields.find((one) => one.name === name) as ActionField;
    const own = index === positionals.length - 1 ? left.splice(0) : left.splice(0, 1);
    if (own.length === 0) return;
    const { items } = field.schema;
    body[name] = items
      ? own.map((word) => readField(action, { ...field, schema: items }, word))
      : readField(action, field, own.join(' '));
  });
  if (left.length > 0)
    throw new ActionRefusedError(
      `${action.name} does not take "${left[0]}". Usage: ${action.name} ${formatActionUsage(action)}`,
    );
  return body;
}

function readField({ readers }: OperatorAction, field: ActionField, text: string): unknown {
  const { name, schema, label } = field;
  const isText = schema.type === 'string';
  requireStorableText(
    label,
    text,
    isText || getActionFieldChoices(schema) ? schema : { maxLength: OPERATOR_COMMAND_ARGUMENT_LENGTH_MAX },
  );
  const own = readers?.[name];
  if (own) return own(text.trim());
  const choices = getActionFieldChoices(schema);
  if (choices) {
    if (choices.includes(text.trim())) return text.trim();
    throw new ActionRefusedError(`${label} is one of ${choices.join(', ')}.`);
  }
  if (schema.type === 'integer') return readWhole(label, schema, text);
  if (schema.type === 'array') {
    const { items = {} } = schema;
    return text.split(',').map((part) => readWhole(label, items, part));
  }
  return readText(field, text);
}

function readWhole(label: string, { title, maximum = 0 }: ActionFieldSchema, text: string): number {
  const value = title === 'NAIRA' ? parseNaira(text) : parseInteger(text);
  if (!isPositiveInteger(value, maximum))
    throw new ActionRefusedError(`${label}: ${formatIntegerInputError(maximum)}.`);
  return value;
}

/** Trims codes, ids and times, because they are often pasted with blanks. */
function readText({ schema, label, isPositional }: ActionField, text: string): string {
  const { format, pattern } = schema;
  if (!format && !pattern) return isPositional ? normalizeSingleLineText(text) : text;
  const code = normalizeTypedCode(text);
  const isGood = (!pattern || new RegExp(pattern, 'u').test(code)) && isOfFormat(format, code);
  if (isGood || code === '') return code;
  throw new ActionRefusedError(schema['x-refusal'] ?? `${label} is ${formWords(schema)}.`);
}

function isOfFormat(format: string | undefined, text: string): boolean {
  if (format === 'uuid') return isUuid(text);
  if (format === 'date') return isCalendarDay(text);
  return format !== 'date-time' || isIsoTimestamp(text);
}

function formWords({ format, pattern, title }: ActionFieldSchema): string {
  if (format === 'uuid') return 'an id as the lists and find show it';
  if (format === 'date-time') return 'a time, for example 2026-01-02T09:30Z';
  if (format === 'date') return 'YYYY-MM-DD';
  return pattern === ROW_ID_PATTERN.source ? 'the number of a row' : (title ?? 'something else');
}
