import { isDatabaseAway } from '../db/connection/database-away.ts';
import { sqlStateOf } from '../db/connection/retry-conflicts.ts';
import { isOutOfMeans, judgeDatabaseError } from '../http/errors/database-refusals.ts';
import { DomainError } from '../http/errors/error-handler.ts';
import type { OpsDeps } from './command.ts';
import { checkTexts, type OpsAnswer, type OpsArguments, type OpsCommand, Refusal } from './command.ts';
import { commandFirst, findCommand, readArguments } from './command-line/read-arguments.ts';
import { listCommands } from './commands.ts';
import { type AskSecret, readPeople } from './operators.ts';
import { performCommand } from './perform-command.ts';

export interface OpsOutcome {
  exitCode: 0 | 1;
  stdout: string;
  stderr: string;
}

/** Opens what a command works on. Called only when there is a command to run. */
export type OpenDeps = () => Promise<OpsDeps>;

const nobody: AskSecret = async () => null;

/** Runs one command line of the operator. Everything it says is in the outcome; nothing is printed here. */
export async function runOpsCommand(
  given: readonly string[],
  openDeps: OpenDeps,
  askSecret: AskSecret = nobody,
): Promise<OpsOutcome> {
  const argv = commandFirst(given);
  const isJson = argv.includes('--json');
  const commands = listCommands();
  const command = findCommand(commands, argv);
  if (!command) {
    const isHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
    return isHelp
      ? { exitCode: 0, stdout: `${describeCommands(commands)}\n`, stderr: '' }
      : refused(isJson, describeUnknown(commands, argv));
  }
  try {
    const args = readArguments(command, argv);
    if (args.options.help) {
      return { exitCode: 0, stdout: `${command.name} ${command.usage}\n  ${command.summary}\n`, stderr: '' };
    }
    checkTexts(args);
    const answer = command.isAlone
      ? await command.run(null as never, args)
      : await runOnShop(command, args, openDeps, askSecret);
    const isGood = answer.isGood ?? true;
    const stdout = isJson
      ? JSON.stringify({ ok: isGood, data: answer.data }, null, 2)
      : answer.text.replace(/\n+$/, '');
    const again = 'It was done before; nothing was done again. Another one: --key ANOTHER.\n';
    return { exitCode: isGood ? 0 : 1, stdout: `${stdout}\n`, stderr: answer.isRepeated ? again : '' };
  } catch (error) {
    if (error instanceof Refusal) return refused(isJson, error.message, error.details);
    if (error instanceof DomainError) return refused(isJson, error.message, { code: error.code });
    if (sqlStateOf(error) !== undefined && 'severity' in (error as object))
      return refused(isJson, databaseWords(error));
    throw error;
  }
}

/** The database's own words say nothing to an operator; the state helps the person who repairs the shop. */
function databaseWords(error: unknown): string {
  const isPassing =
    isDatabaseAway(error) || isOutOfMeans(error) || judgeDatabaseError(error) === 'unavailable';
  if (isPassing) return 'The database is busy or away. Try again in a moment.';
  const state = sqlStateOf(error) ?? '';
  // Classes 22 and 23: a value that its column cannot keep.
  if (/^2[23]/.test(state)) return `The database refused it (${state}). Check what you typed.`;
  return `The database failed (${state}). Try again; if it fails again, tell whoever looks after the shop.`;
}

async function runOnShop(
  command: OpsCommand,
  args: OpsArguments,
  openDeps: OpenDeps,
  askSecret: AskSecret,
): Promise<OpsAnswer> {
  const deps = await openDeps();
  const people = await readPeople(deps, command, args, askSecret);
  return performCommand({ ...deps, ...people, command, key: null }, args);
}

function refused(isJson: boolean, message: string, details?: unknown): OpsOutcome {
  if (isJson) {
    const body = { ok: false, message, ...(details === undefined ? {} : { details }) };
    return { exitCode: 1, stdout: `${JSON.stringify(body, null, 2)}\n`, stderr: '' };
  }
  const lines = [message, ...(Array.isArray(details) ? details.map((line) => `  ${String(line)}`) : [])];
  return { exitCode: 1, stdout: '', stderr: `${lines.join('\n')}\n` };
}

function describeCommands(commands: readonly OpsCommand[]): string {
  const lines = commands.map((command) => `  ${command.name} ${command.usage}\n      ${command.summary}`);
  const files = 'Files of `product import` and `centre import`: docs/import.md';
  return [
    'Usage: npm run ops -- COMMAND [--json] [--as NAME [--approved-by OTHER]] [--key K]',
    '',
    ...lines,
    '',
    files,
  ].join('\n');
}

/** Short: beside the whole help, what is wrong would scroll away. */
function describeUnknown(commands: readonly OpsCommand[], argv: readonly string[]): string {
  const words = argv.filter((part) => !part.startsWith('--'));
  const near = commands.map(({ name }) => name).filter((name) => name.split(' ')[0] === words[0]);
  const hint = near.length > 0 ? `There are: ${near.join(', ')}. ` : '';
  return `There is no command "${words.join(' ')}". ${hint}All commands: npm run ops -- help`;
}
