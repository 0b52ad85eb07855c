import type { AppDeps } from '../app-deps.ts';

/** Roles of operators. The default actor, the system user, may do everything. @source operator.md */
export type Role = 'support' | 'ops' | 'finance';

export interface OpsContext extends AppDeps {
  /** `operator:{name}`, written into every audit line. */
  actor: string;
  /** Name of a second operator who agrees, null for none. */
  approvedBy: string | null;
}

/** The words after the command's name. */
export interface OpsArguments {
  /** Positional words. */
  words: string[];
  /** `--name value`; a flag without a value is `'true'`. */
  options: Readonly<Record<string, string | undefined>>;
}

export interface OpsAnswer {
  /** What `--json` prints. */
  data: unknown;
  /** What is printed without it. */
  text: string;
  /** False: the command ran, but what it found is bad news; exit code 1. */
  isGood?: boolean;
}

export interface OpsCommand {
  /** For example `group review`. */
  name: string;
  /** What follows the name. */
  usage: string;
  summary: string;
  /** Which roles may run it, beside the system user. */
  roles: readonly Role[];
  /** Names of the options with a value, and of the flags. */
  options?: readonly string[];
  flags?: readonly string[];
  run(context: OpsContext, args: OpsArguments): Promise<OpsAnswer>;
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

/** @throws {Refusal} when there is no such word. */
export function requireWord(args: OpsArguments, index: number, name: string): string {
  const word = args.words[index];
  if (!word) throw new Refusal(`${name} is required.`);
  return word;
}

/** Whole naira above 0. @throws {Refusal} for anything else. */
export function readNaira(text: string): number {
  const amount = Number(text.replace(/[₦,_]/g, ''));
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new Refusal(`${text}: not a whole naira amount above 0.`);
  return amount;
}
