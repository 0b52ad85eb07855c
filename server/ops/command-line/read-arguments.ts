import { parseArgs } from 'node:util';
import { type OpsArguments, type OpsCommand, Refusal } from '../command.ts';

/** Options that every command takes. */
const SHARED_OPTIONS = ['as', 'approved-by'];
/** What may stand before the command with a value of its own. */
const LEADING_OPTIONS = [...SHARED_OPTIONS, 'key'];
const SHARED_FLAGS = ['json', 'help'];

/**
 * The command first, whoever was named before it.
 *
 * @param argv for example `--as ngozi group list`.
 */
export function commandFirst(argv: readonly string[]): readonly string[] {
  let index = 0;
  while (argv[index]?.startsWith('--')) {
    const [name = '', given] = (argv[index] as string).slice(2).split('=');
    index += LEADING_OPTIONS.includes(name) && given === undefined ? 2 : 1;
  }
  return [...argv.slice(index), ...argv.slice(0, index)];
}

/** Finds the command whose name the words begin with, the longest name first. */
export function findCommand(
  commands: readonly OpsCommand[],
  argv: readonly string[],
): OpsCommand | undefined {
  const words: string[] = [];
  for (const part of argv) {
    if (part.startsWith('--')) break;
    words.push(part);
  }
  return commands
    .filter((command) => command.name.split(' ').every((word, index) => words[index] === word))
    .sort((one, other) => other.name.length - one.name.length)[0];
}

/**
 * Reads what follows the command's name: words, `--name value`, `--name=value` and flags, in any order.
 *
 * @throws {Refusal} for an option the command does not know, or one without its value.
 */
export function readArguments(command: OpsCommand, argv: readonly string[]): OpsArguments {
  const keys = command.act ? ['key'] : [];
  const valued = [...SHARED_OPTIONS, ...keys, ...(command.options ?? [])];
  const flags = [...SHARED_FLAGS, ...(command.flags ?? [])];
  const types = [
    ...valued.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ];
  const { positionals, tokens } = parseArgs({
    args: argv.slice(command.name.split(' ').length),
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const isFlag = flags.includes(name) && value === undefined;
    if (!isFlag && !valued.includes(name)) {
      throw new Refusal(`${command.name} knows no ${rawName}. Usage: ${command.name} ${command.usage}`);
    }
    if (!isFlag && (value === undefined || (!inlineValue && value.startsWith('--')))) {
      throw new Refusal(`${rawName} needs a value.`);
    }
    options[name] = value ?? 'true';
  }
  return { words: positionals, options };
}
