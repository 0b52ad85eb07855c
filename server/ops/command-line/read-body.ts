import { parseArgs } from 'node:util';
import { ACTION_KEY_MAX, OPERATOR_NAME_MAX, ROW_ID_PATTERN, TABLE_CELL_MAX } from '#contract/limits.ts';
import { isPositiveInteger, readCount, readNaira, wholeNumberMessage } from '#contract/rules/amount.ts';
import { normalCode, normalLine } from '#contract/rules/typed-text.ts';
import { isDay, isTime } from '../../lib/calendar.ts';
import { isUuid } from '../../lib/uuid.ts';
import { type Action, type Body, Refusal } from '../action.ts';
import {
  choicesOf,
  DRY_RUN_REASON,
  type Field,
  type FieldSchema,
  fieldsOf,
  refuseText,
  usageOf,
} from '../fields.ts';
import { readActionFile } from '../import-file.ts';

/** The options that every action accepts: operator, approver, key and output format. */
export interface Sender {
  as?: string;
  approvedBy?: string;
  key?: string;
  isJson: boolean;
  isHelp: boolean;
}

/** Options with a value that may precede the action's name. */
const LEADING = ['as', 'approved-by', 'key'];
const FLAGS = ['json', 'help'];

/**
 * Moves leading options behind the action's name.
 *
 * @param argv for example `--as ngozi group list`.
 */
export function moveActionFirst(argv: readonly string[]): readonly string[] {
  let index = 0;
  while (argv[index]?.startsWith('--')) {
    const [name = '', given] = (argv[index] as string).slice(2).split('=');
    index += LEADING.includes(name) && given === undefined ? 2 : 1;
  }
  return [...argv.slice(index), ...argv.slice(0, index)];
}

/** Finds the action by the first words; the longest matching name wins. */
export function findAction(actions: readonly Action[], argv: readonly string[]): Action | undefined {
  const end = argv.findIndex((part) => part.startsWith('--'));
  const words = end < 0 ? argv : argv.slice(0, end);
  return actions
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

/**
 * Parses the arguments after the action's name: positionals, `--name value`, `--name=value` and flags, in any order.
 *
 * @throws {Refusal} for an unknown option, a missing value, or a value of the wrong type.
 */
export function readBody(
  action: Action,
  argv: readonly string[],
): { sender: Sender; read: () => Promise<Body> } {
  const options = fieldsOf(action).filter(({ isPositional }) => !isPositional);
  const isFlag = ({ name, schema }: Field) => schema.type === 'boolean' && !action.readers?.[name];
  const valued = options.filter((field) => !isFlag(field)).map(({ option }) => option);
  const { words, given } = readTokens(action, argv, {
    valued: [...LEADING.slice(0, action.key ? 3 : 2), ...valued],
    flags: [...FLAGS, ...options.filter(isFlag).map(({ option }) => option)],
  });
  const sender: Sender = { isJson: given.has('json'), isHelp: given.has('help') };
  for (const [name, option, maxLength] of SENDER_TEXTS) {
    const text = given.get(option);
    if (text === undefined) continue;
    refuseText(`--${option}`, text, { maxLength });
    sender[name] = text;
  }
  const read = async () => {
    const body: Record<string, unknown> = {};
    for (const field of options) {
      const text = given.get(field.option);
      if (text !== undefined) body[field.name] = isFlag(field) ? true : readField(action, field, text);
    }
    if (body.dryRun && 'reason' in action.body.properties) body.reason ??= DRY_RUN_REASON;
    return { ...body, ...(await readPositionals(action, words)) };
  };
  return { sender, read };
}

const SENDER_TEXTS = [
  ['as', 'as', OPERATOR_NAME_MAX],
  ['approvedBy', 'approved-by', OPERATOR_NAME_MAX],
  ['key', 'key', ACTION_KEY_MAX],
] as const;

function readTokens(
  action: Action,
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
      throw new Refusal(`${action.name} has no option ${rawName}. Usage: ${action.name} ${usageOf(action)}`);
    if (!isFlag && (value === undefined || (!inlineValue && value.startsWith('--'))))
      throw new Refusal(`${rawName} needs a value.`);
    given.set(name, value ?? '');
  }
  return { words: positionals, given };
}

async function readPositionals(action: Action, words: readonly string[]): Promise<Body> {
  const { positionals = [], file } = action;
  const left = [...words];
  const body: Record<string, unknown> = file ? { ...(await readActionFile(action, left.shift())) } : {};
  const fields = fieldsOf(action);
  positionals.forEach((name, index) => {
    const field = fields.find((one) => one.name === name) as Field;
    const own = index === positionals.length - 1 ? left.splice(0) : left.splice(0, 1);
    if (own.length === 0) return;
    const { items } = field.schema;
    body[name] = items
      ? own.map((word) => readField(action, { ...field, schema: items }, word))
      : readField(action, field, own.join(' '));
  });
  if (left.length > 0)
    throw new Refusal(`${action.name} does not take "${left[0]}". Usage: ${action.name} ${usageOf(action)}`);
  return body;
}

function readField({ readers }: Action, field: Field, text: string): unknown {
  const { name, schema, label } = field;
  const isText = schema.type === 'string';
  refuseText(label, text, isText || choicesOf(schema) ? schema : { maxLength: TABLE_CELL_MAX });
  const own = readers?.[name];
  if (own) return own(text.trim());
  const choices = choicesOf(schema);
  if (choices) {
    if (choices.includes(text.trim())) return text.trim();
    throw new Refusal(`${label} is one of ${choices.join(', ')}.`);
  }
  if (schema.type === 'integer') return readWhole(label, schema, text);
  if (schema.type === 'array') {
    const { items = {} } = schema;
    return text.split(',').map((part) => readWhole(label, items, part));
  }
  return readText(field, text);
}

function readWhole(label: string, { title, maximum = 0 }: FieldSchema, text: string): number {
  const value = title === 'NAIRA' ? readNaira(text) : readCount(text);
  if (!isPositiveInteger(value, maximum)) throw new Refusal(`${label}: ${wholeNumberMessage(maximum)}.`);
  return value;
}

/** Trims codes, ids and times, because they are often pasted with blanks. */
function readText({ schema, label, isPositional }: Field, text: string): string {
  const { format, pattern } = schema;
  if (!format && !pattern) return isPositional ? normalLine(text) : text;
  const code = normalCode(text);
  const isGood = (!pattern || new RegExp(pattern, 'u').test(code)) && isOfFormat(format, code);
  if (isGood || code === '') return code;
  throw new Refusal(schema['x-refusal'] ?? `${label} is ${formWords(schema)}.`);
}

function isOfFormat(format: string | undefined, text: string): boolean {
  if (format === 'uuid') return isUuid(text);
  if (format === 'date') return isDay(text);
  return format !== 'date-time' || isTime(text);
}

function formWords({ format, pattern, title }: FieldSchema): string {
  if (format === 'uuid') return 'an id as the lists and find show it';
  if (format === 'date-time') return 'a time, for example 2026-01-02T09:30Z';
  if (format === 'date') return 'YYYY-MM-DD';
  return pattern === ROW_ID_PATTERN.source ? 'the number of a row' : (title ?? 'something else');
}
