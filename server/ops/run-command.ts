import { isDatabaseUnreachableError } from '../db/connection/database-unreachable.ts';
import { getSqlState } from '../db/connection/retry-conflicts.ts';
import { classifyDatabaseError, isDatabaseOutOfResourcesError } from '../http/errors/database-errors.ts';
import { DomainError } from '../http/errors/error-handler.ts';
import {
  type ActionBody,
  ActionRefusedError,
  type ActionResult,
  type OperatorAction,
  type OpsDeps,
} from './action.ts';
import { listOperatorActions } from './actions.ts';
import {
  type CommandLineOptions,
  findActionByArguments,
  listWordsBeforeOptions,
  moveActionNameFirst,
  parseActionArguments,
} from './command-line/action-arguments.ts';
import { formatActionDataAsText } from './command-line/print.ts';
import { formatActionUsage, parseActionBody } from './fields.ts';
import { authenticateOperators, type PromptForSecret } from './operators.ts';
import { runOperatorAction } from './run-action.ts';

export interface OpsCommandOutcome {
  exitCode: 0 | 1;
  stdout: string;
  stderr: string;
}

/** Opens the database and the services; called only when an action runs. */
export type OpenOpsDeps = () => Promise<OpsDeps>;

const nobody: PromptForSecret = async () => null;

/** Runs one command line and returns its output without printing it. */
export async function runOpsCommand(
  given: readonly string[],
  openDeps: OpenOpsDeps,
  promptForSecret: PromptForSecret = nobody,
): Promise<OpsCommandOutcome> {
  const argv = moveActionNameFirst(given);
  const isJson = argv.includes('--json');
  const actions = listOperatorActions();
  const action = findActionByArguments(actions, argv);
  if (!action) {
    const isHelp = argv.length === 0 || argv.includes('--help') || argv[0] === 'help';
    return isHelp
      ? { exitCode: 0, stdout: `${describeActions(actions)}\n`, stderr: '' }
      : refused(isJson, describeUnknown(actions, argv));
  }
  try {
    const { sender, read } = parseActionArguments(action, argv);
    if (sender.isHelp) return { exitCode: 0, stdout: `${describe(action)}\n`, stderr: '' };
    const body = parseActionBody(action, await read());
    const answer = await (action.isAlone
      ? action.run(null as never, body)
      : runOnShop(action, body, sender, openDeps, promptForSecret));
    const isGood = answer.isGood ?? true;
    const stdout = isJson
      ? JSON.stringify({ ok: isGood, data: answer.data }, null, 2)
      : print(action, answer, body).replace(/\n+$/, '');
    const again = 'This was done before, nothing was done again. To do it once more: --key ANOTHER.\n';
    const note = answer.note === undefined ? '' : `${answer.note}\n`;
    return { exitCode: isGood ? 0 : 1, stdout: `${stdout}\n`, stderr: answer.isRepeated ? again : note };
  } catch (error) {
    if (error instanceof ActionRefusedError) return refused(isJson, error.message, error.details);
    if (error instanceof DomainError) return refused(isJson, error.message, { code: error.code });
    if (getSqlState(error) !== undefined && 'severity' in (error as object))
      return refused(isJson, databaseWords(error));
    throw error;
  }
}

/** A repeated action may return its audit row, which the action's own `print` cannot format. */
function print(action: OperatorAction, { data, text, isRepeated }: ActionResult, body: ActionBody): string {
  if (text !== undefined) return Array.isArray(data) ? `${formatActionDataAsText(data)}\n${text}` : text;
  return action.print && !isRepeated ? action.print(data, body) : formatActionDataAsText(data);
}

/** Replaces database errors by a message for operators; the SQLSTATE helps the person who repairs the shop. */
function databaseWords(error: unknown): string {
  const isPassing =
    isDatabaseUnreachableError(error) ||
    isDatabaseOutOfResourcesError(error) ||
    classifyDatabaseError(error) === 'unavailable';
  if (isPassing) return 'The database is busy or unavailable. Try again in a moment.';
  const state = getSqlState(error) ?? '';
  // SQLSTATE classes 22 and 23 mean that a column rejects the value, so the operator's input is at fault.
  if (/^2[23]/.test(state)) return `The database rejected it (${state}). Check what you typed.`;
  return `The database failed (${state}). Try again; if it fails again, tell the person who looks after the server.`;
}

async function runOnShop(
  action: OperatorAction,
  body: ActionBody,
  sender: CommandLineOptions,
  openDeps: OpenOpsDeps,
  promptForSecret: PromptForSecret,
): Promise<ActionResult> {
  const deps = await openDeps();
  const people = await authenticateOperators(deps, action, sender, promptForSecret);
  return runOperatorAction({ ...deps, ...people, action, key: sender.key ?? null }, body);
}

function refused(isJson: boolean, message: string, details?: unknown): OpsCommandOutcome {
  if (isJson) {
    const body = { ok: false, message, ...(details === undefined ? {} : { details }) };
    return { exitCode: 1, stdout: `${JSON.stringify(body, null, 2)}\n`, stderr: '' };
  }
  const lines = [message, ...(Array.isArray(details) ? details.map((line) => `  ${String(line)}`) : [])];
  return { exitCode: 1, stdout: '', stderr: `${lines.join('\n')}\n` };
}

function describe(action: OperatorAction, margin = '  '): string {
  return `${`${action.name} ${formatActionUsage(action)}`.trim()}\n${margin}${action.summary}`;
}

function describeActions(actions: readonly OperatorAction[]): string {
  const lines = actions.map((action) => `  ${describe(action, '      ')}`);
  const files = 'Files of `product import` and `centre import`: docs/import.md';
  return [
    'Usage: npm run ops -- COMMAND [--json] [--as NAME [--approved-by OTHER]] [--key K]',
    '',
    ...lines,
    '',
    files,
  ].join('\n');
}

/** The error shows only the usage of the action, because the full help text would scroll the message away. */
function describeUnknown(actions: readonly OperatorAction[], argv: readonly string[]): string {
  const positionals = listWordsBeforeOptions(argv);
  const near = actions.map(({ name }) => name).filter((name) => name.split(' ')[0] === positionals[0]);
  const hint = near.length > 0 ? `Did you mean: ${near.join(', ')}? ` : '';
  return `There is no command "${positionals.join(' ')}". ${hint}All commands: npm run ops -- help`;
}
