import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Endpoint, EndpointShape } from '#contract/endpoint.ts';
import { type AuditLine, writeAudit } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import type { Clock } from '../lib/clock.ts';
import type { PaymentProvider } from '../provider/provider.ts';

/** Roles of operators. An owner may do everything, and names the others. @source operator.md */
export type Role = 'support' | 'ops' | 'finance' | 'owner';

/** What actions and the console work with. */
export interface OpsDeps {
  config: Config;
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
}

export interface OpsContext extends OpsDeps {
  /** The action that runs. */
  action: Action;
  /** `operator:{name}`, who has proven it, or `system` in a shop without an owner; written into every audit line. */
  actor: string;
  /** Name of a second operator who agrees and has proven it, null for none. */
  approvedBy: string | null;
  /** The most that may be moved once somebody has agreed: the sum that they were shown. */
  approvedUpToKobo: number;
  /** Under which the action is done once: its row of the log takes it. null: without one. */
  key: string | null;
}

/** The body of an action that takes nothing. */
export const NoFields = Type.Object({});

/** What an action is asked for: the fields of its schema. */
export type Body = Readonly<Record<string, unknown>>;

export interface Answer<Data = unknown> {
  /** The reply to the console and the output of `--json`. */
  data: Data;
  /** What came of it, as a sentence: printed in place of the data, and kept with a proposal. */
  said?: string;
  /** Whose data it shows, for the audit log: `user:{id}`, or what was looked through. Absent: no shopper's. */
  lookedAt?: string;
  /** The sentence for a repetition in place of what was shown once. */
  saidAgain?: string;
  /** Nothing was done: this is what was answered before under the same key. */
  isRepeated?: boolean;
  /** False: the action ran, but what it found is bad news; exit code 1. */
  isGood?: boolean;
}

/** A call of the console that does the action. */
export interface ConsoleCall<Sent = unknown> {
  endpoint: Endpoint;
  reply: TSchema;
  /** Fields that are always the same in this call, and are not sent. */
  fixed: Body;
  /** Fields without which the console does not ask, though the command line may. */
  required?: readonly string[];
  /** A page that stays open asks it again and again. */
  isByItself?: boolean;
  /** The call's body is a file's bytes. */
  isUpload?: boolean;
  /** Of a body with a file in it; absent: that of every call. */
  bodyLimit?: number;
  /** For the types only: what is sent is what the action takes. */
  readonly sent?: Sent;
}

/** Something that an operator does, at the command line and at the console. */
interface ActionOf<Fields extends TProperties, Data> {
  /** For example `group review`. */
  name: string;
  summary: string;
  /** Which roles may do it, beside the owner. */
  roles: readonly Role[];
  /** What it takes. */
  body: TObject<Fields>;
  /** Fields that the command line reads by their place; the last one takes all that is left. The others are options. */
  positionals?: readonly (keyof Fields & string)[];
  /** At the command line the first word is a file: these fields are its name and its content. */
  file?: { name: keyof Fields & string; content: keyof Fields & string; maxBytes: number };
  /** Fields that only the command line may name, because they mean something of the machine. */
  local?: readonly (keyof Fields & string)[];
  /** Fields that are typed in a form of their own. */
  readers?: Partial<Record<keyof Fields & string, (text: string) => unknown>>;
  /**
   * Set for what changes something. It takes `--key`, and the same key again is the same action, with the same answer.
   * `given`: the row of the log takes the key. `body`: likewise, and without `--key` the body is the key. `repeatable`:
   * any number of times leaves what one leaves. `own`: it keeps its keys itself.
   */
  key?: 'given' | 'body' | 'repeatable' | 'own';
  /** Fields that say how it is sent and not what it is: the same key with others is the same action. */
  loose?: readonly (keyof Fields & string)[];
  /** It asks `requireApproval`: of one operator such actions run one after the other, so that each counts the others. */
  movesMoney?: boolean;
  /** It waits for the card provider, so for as long as that takes: the console answers before it has ended. */
  asksProvider?: boolean;
  /** It works where there is no shop yet: its context is none, and nobody is asked who they are. */
  isAlone?: boolean;
  console?: ConsoleCall<Static<TObject<Fields>>> | readonly ConsoleCall<Static<TObject<Fields>>>[];
  /** What is printed in place of the general table, of what people read every day. */
  print?(data: Data, body: Static<TObject<Fields>>): string;
  run(context: OpsContext, body: Static<TObject<Fields>>): Promise<Answer<NoInfer<Data>>>;
}

/** One of the list: of its body it is known that its schema takes it. */
export type Action = Omit<ActionOf<TProperties, never>, 'print' | 'run' | 'console'> & {
  console?: ConsoleCall | readonly ConsoleCall[];
  print?(data: unknown, body: Body): string;
  run(context: OpsContext, body: Body): Promise<Answer>;
};

/** Declares an action; inside it the body has the types of its schema. */
export function action<Fields extends TProperties, Data>(made: ActionOf<Fields, Data>): Action {
  return made as unknown as Action;
}

type Part<S, Name extends string> = S extends Record<Name, infer Sent> ? Sent : unknown;
type SentBy<S extends EndpointShape> = Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'>;

/** The console's call of an action: parameters of its path and, by its method, query or body are fields of the body. */
export function call<S extends EndpointShape, const Fixed extends object = object>(
  endpoint: Endpoint<S>,
  reply: TSchema,
  { fixed, ...more }: Pick<ConsoleCall, 'isByItself' | 'bodyLimit' | 'required'> & { fixed?: Fixed } = {},
): ConsoleCall<SentBy<S> & Fixed> {
  return { endpoint, reply, fixed: { ...fixed }, ...more };
}

/** Of an action whose file is the body of the call. */
export function upload(endpoint: Endpoint, reply: TSchema, bodyLimit: number): ConsoleCall<never> {
  return { endpoint, reply, fixed: {}, isUpload: true, bodyLimit };
}

/** How the audit log names it: `group.review`. */
export function auditName({ name }: Pick<Action, 'name'>): string {
  return name.replace(' ', '.');
}

/** An action that will not be done, and why. Exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** Writes the row of an action that is done once: it takes the key, so the action cannot be done without it. */
export async function writeRow(
  tx: Queryable,
  { actor, key, action: own }: OpsContext,
  line: Omit<AuditLine, 'actor' | 'action' | 'key'>,
): Promise<number> {
  return writeAudit(tx, { actor, key, action: auditName(own), ...line });
}
