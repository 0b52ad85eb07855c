import { AMOUNT_MAX_NAIRA, LINE_NUMBER_MAX, LOOSE_TEXT_MAX, ROW_ID_PATTERN } from '#contract/limits.ts';
import { isWhole, readCount, readNaira, wholeWords } from '#contract/rules/amount.ts';
import { textProblem } from '#contract/rules/plain-text.ts';
import { plainLine } from '#contract/rules/typed-text.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import type { Clock } from '../lib/clock.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { optionMax } from './command-line/option-limits.ts';
import { readFindWords } from './readings/find-words.ts';

/** Roles of operators. An owner may do everything, and names the others. @source operator.md */
export type Role = 'support' | 'ops' | 'finance' | 'owner';

/** What commands and the console work with. */
export interface OpsDeps {
  config: Config;
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
}

export interface OpsContext extends OpsDeps {
  /** What runs. */
  command: OpsCommand;
  /** `operator:{name}`, who has proven it, or `system` in a shop without an owner; written into every audit line. */
  actor: string;
  /** Name of a second operator who agrees and has proven it, null for none. */
  approvedBy: string | null;
  /** The most that may be moved once somebody has agreed: the sum that they were shown. */
  approvedUpToKobo: number;
  /** Under which the act is done once: its row of the log takes it. null: without one. */
  key: string | null;
}

/** The words after the command's name. */
export interface OpsArguments {
  /** Positional words. */
  words: string[];
  /** `--name value`; a flag without a value is `'true'`. */
  options: Readonly<Record<string, string | undefined>>;
  /** Files that came along, by name, as from the console: then no file of the machine itself is read. */
  files?: ReadonlyMap<string, Buffer>;
}

export interface OpsAnswer {
  /** What `--json` prints. */
  data: unknown;
  /** What is printed without it. */
  text: string;
  /** Whose data it shows, for the audit log: `user:{id}`, or what was looked through. Absent: no shopper's. */
  lookedAt?: string;
  /** What is said to a repetition in place of what was shown once. */
  saidAgain?: string;
  /** Nothing was done: this is what was answered before under the same key. */
  isRepeated?: boolean;
  /** False: the command ran, but what it found is bad news; exit code 1. */
  isGood?: boolean;
}

export interface OpsCommand {
  /** For example `group review`. */
  name: string;
  /** What follows the name. */
  usage: string;
  summary: string;
  /** Which roles may run it, beside the owner. */
  roles: readonly Role[];
  /**
   * Set for what changes something. It takes `--key`, and the same key again is the same act, with the same answer.
   * `key`: the row of the log takes the key. `words`: likewise, and without `--key` the words are the key. `again`: any
   * number of times leaves what one leaves. `own`: it keeps its keys itself.
   */
  act?: 'key' | 'words' | 'again' | 'own';
  /** Options that say how the act is sent and not what it is: the same key with others is the same act. */
  looseOptions?: readonly string[];
  /** It asks `requireApproval`: of one operator such commands run one after the other, so that each counts the others. */
  movesMoney?: boolean;
  /** It waits for the card provider, so for as long as that takes: the console answers before it has ended. */
  asksProvider?: boolean;
  /** Names of the options with a value, and of the flags. */
  options?: readonly string[];
  flags?: readonly string[];
  /** It works where there is no shop yet: its context is none, and nobody is asked who they are. */
  isAlone?: boolean;
  run(context: OpsContext, args: OpsArguments): Promise<OpsAnswer>;
}

/** How the audit log names it: `group.review`. */
export function actionOf({ name }: OpsCommand): string {
  return name.replace(' ', '.');
}

/** A command that will not be done, and why. Exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** @throws {Refusal} when the option is missing. */
export function requireOption(args: OpsArguments, name: string): string {
  const value = args.options[name]?.trim();
  if (!value) throw new Refusal(`--${name} is required.`);
  return value;
}

/** An id, name or number, as it was pasted. @throws {Refusal} when there is no such word. */
export function requireWord(args: OpsArguments, index: number, name: string): string {
  const word = plainLine(args.words[index] ?? '');
  if (!word) throw new Refusal(`${name} is required.`);
  return word;
}

/** The tracking number of an order, first of the words. */
export function requireTracking(args: OpsArguments): string {
  const word = requireWord(args, 0, 'TRACKING');
  return readFindWords(word).trackingNumber ?? word.toUpperCase();
}

/** The reference of a payment, first of the words. */
export function requireReference(args: OpsArguments): string {
  const word = requireWord(args, 0, 'REFERENCE');
  return readFindWords(word).reference ?? word;
}

/** The option as a number up to the limit; undefined when it is absent. @throws {Refusal} for anything else. */
export function readOption(
  { options }: OpsArguments,
  name: string,
  max: number,
  read: (text: string) => number = readCount,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = read(text);
  if (!isWhole(value, max)) throw new Refusal(`--${name}: ${wholeWords(max)}.`);
  return value;
}

/** `--amount`, whole naira. @throws {Refusal} for anything else. */
export const readAmount = (args: OpsArguments) => readOption(args, 'amount', AMOUNT_MAX_NAIRA, readNaira);
/** `--line` of an order. @throws {Refusal} for anything else. */
export const readLine = (args: OpsArguments) => readOption(args, 'line', LINE_NUMBER_MAX);

/** The number of a row as the lists show it; null for anything else. */
export function readRowId(word: string): number | null {
  return ROW_ID_PATTERN.test(word) ? Number(word) : null;
}

/** @throws {Refusal} for a word or option that the database cannot keep, or that is too long. */
export function checkTexts({ words, options }: OpsArguments): void {
  const named = Object.entries(options).map(([name, text]) => [`--${name}`, text ?? ''] as const);
  for (const [name, text] of [...words.map((word) => [word, word] as const), ...named]) {
    const problem = textProblem(text);
    if (problem) throw new Refusal(`${name}: ${problem}.`);
  }
  for (const word of words) refuseLonger(`${word.slice(0, SHOWN_OF_A_WORD)}...`, word, LOOSE_TEXT_MAX);
  for (const [name, text = ''] of Object.entries(options)) refuseLonger(`--${name}`, text, optionMax(name));
}

const SHOWN_OF_A_WORD = 20;

function refuseLonger(name: string, text: string, max: number): void {
  if (text.length > max) throw new Refusal(`${name}: a text of at most ${max} characters.`);
}
