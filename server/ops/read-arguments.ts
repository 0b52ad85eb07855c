import { type OpsArguments, type OpsCommand, Refusal } from './command.ts';

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
  const options: Record<string, string> = {};
  const words: string[] = [];
  const keys = command.act ? ['key'] : [];
  const valued = new Set([...SHARED_OPTIONS, ...keys, ...(command.options ?? [])]);
  const flags = new Set([...SHARED_FLAGS, ...(command.flags ?? [])]);
  const rest = argv.slice(command.name.split(' ').length);
  for (let index = 0; index < rest.length; index += 1) {
    const part = rest[index] as string;
    if (!part.startsWith('--')) {
      words.push(part);
      continue;
    }
    const [name = '', given] = part.slice(2).split(/=(.*)/s);
    if (flags.has(name) && given === undefined) options[name] = 'true';
    else if (valued.has(name)) {
      const value = given ?? rest[index + 1];
      if (value === undefined || (given === undefined && value.startsWith('--'))) {
        throw new Refusal(`--${name} needs a value.`);
      }
      if (given === undefined) index += 1;
      options[name] = value;
    } else throw new Refusal(`${command.name} knows no --${name}. Usage: ${command.name} ${command.usage}`);
  }
  return { words, options };
}
