import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Endpoint, EndpointShape } from '#contract/endpoint.ts';
import { type AuditEntry, writeAuditEntry } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import type { Clock } from '../lib/clock.ts';
import type { PaymentProvider } from '../provider/provider.ts';

/**
 * Operators have one of these roles. An owner may run every action and adds the other operators. @source operator.md
 */
export type OperatorRole = 'support' | 'ops' | 'finance' | 'owner';

/** Actions and the console depend on these services. */
export interface OpsDeps {
  config: Config;
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
}

export interface OperatorActionContext extends OpsDeps {
  /** The action that runs. */
  action: OperatorAction;
  /** Who runs the action: `operator:{name}`, or `system` while the shop has no owner. */
  actor: string;
  /** Name of the approving second operator; null: none. */
  approvedBy: string | null;
  /** The approved sum; the action may move no more. */
  approvedUpToKobo: number;
  /** Idempotency key, stored in the audit row; null: none. */
  key: string | null;
}

/** Declares that an action takes no fields. */
export const EmptyActionBody = Type.Object({});

/** The fields of an action's schema, with the values from the operator. */
export type ActionBody = Readonly<Record<string, unknown>>;

export interface ActionResult<Data = unknown> {
  /** The reply to the console and the output of `--json`. */
  data: Data;
  /** The result as a sentence, printed instead of the data and stored with a proposal. */
  said?: string;
  /** `user:{id}` or the search, for the audit log; absent: the result shows no shopper's data. */
  lookedAt?: string;
  /** Replaces `said` on a repeat, because a secret is shown only once. */
  saidAgain?: string;
  /** True: nothing ran, and this is the stored result of the same key. */
  isRepeated?: boolean;
  /** False: the action ran and found a problem; exit code 1. */
  isGood?: boolean;
}

/** An endpoint of the console that runs the action. */
export interface ConsoleActionCall<Sent = unknown> {
  endpoint: Endpoint;
  reply: TSchema;
  /** Fields with a constant value; the client does not send them. */
  fixed: ActionBody;
  /** Fields that the console requires but the command line does not. */
  required?: readonly string[];
  /** True: open pages poll this endpoint without a person's action. */
  isByItself?: boolean;
  /** True: the request body is the bytes of a file. */
  isUpload?: boolean;
  /** Maximum size of the body in bytes; absent: the default limit. */
  bodyLimit?: number;
  /** Exists only for the types: the sent fields must match the action's body. */
  readonly sent?: Sent;
}

/** An operator runs an action at the command line or in the console. */
interface ActionOf<Fields extends TProperties, Data> {
  /** Name of the action, for example `group review`. */
  name: string;
  summary: string;
  /** Roles that may run the action; an owner may run every action. */
  roles: readonly OperatorRole[];
  /** Schema of the action's fields. */
  body: TObject<Fields>;
  /**
   * Fields that the command line reads by position; the last one takes all remaining words. All other fields are
   * options.
   */
  positionals?: readonly (keyof Fields & string)[];
  /** The first word at the command line is a file path, which fills these two fields. */
  file?: { name: keyof Fields & string; content: keyof Fields & string; maxBytes: number };
  /** Fields that only the command line accepts, because they refer to the server's machine. */
  local?: readonly (keyof Fields & string)[];
  /** Parsers for fields with their own notation. */
  readers?: Partial<Record<keyof Fields & string, (text: string) => unknown>>;
  /**
   * Set for an action that changes data. It accepts `--key`; a repeated key returns the stored result.
   * `given`: the audit row stores the key. `body`: the same, and without `--key` a hash of the body is the key.
   * `repeatable`: repeating the action has no further effect. `own`: the action handles its keys itself.
   */
  key?: 'given' | 'body' | 'repeatable' | 'own';
  /** Fields that do not count when a repeat is compared with the first request. */
  loose?: readonly (keyof Fields & string)[];
  /**
   * True: it calls `requireApprovalOfAmount`. Such actions of one operator run one after another, so that each sees the earlier
   * sums.
   */
  movesMoney?: boolean;
  /** True: the action waits for the card provider, so the console may answer before the action ends. */
  asksProvider?: boolean;
  /** True: it runs without a database or an operator, before the shop exists. */
  isAlone?: boolean;
  console?:
    | ConsoleActionCall<Static<TObject<Fields>>>
    | readonly ConsoleActionCall<Static<TObject<Fields>>>[];
  /** Prints a result that operators read daily, instead of the generic table. */
  print?(data: Data, body: Static<TObject<Fields>>): string;
  run(context: OperatorActionContext, body: Static<TObject<Fields>>): Promise<ActionResult<NoInfer<Data>>>;
}

/** An action of any body type, for the list of all actions. */
export type OperatorAction = Omit<ActionOf<TProperties, never>, 'print' | 'run' | 'console'> & {
  console?: ConsoleActionCall | readonly ConsoleActionCall[];
  print?(data: unknown, body: ActionBody): string;
  run(context: OperatorActionContext, body: ActionBody): Promise<ActionResult>;
};

/** Declares an action with a body typed by its schema. */
export function defineAction<Fields extends TProperties, Data>(made: ActionOf<Fields, Data>): OperatorAction {
  return made as unknown as OperatorAction;
}

type Part<S, Name extends string> = S extends Record<Name, infer Sent> ? Sent : unknown;
type SentBy<S extends EndpointShape> = Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'>;

/** Declares the console endpoint of an action; path, query and body parameters fill the action's fields. */
export function defineConsoleCall<S extends EndpointShape, const Fixed extends object = object>(
  endpoint: Endpoint<S>,
  reply: TSchema,
  {
    fixed,
    ...more
  }: Pick<ConsoleActionCall, 'isByItself' | 'bodyLimit' | 'required'> & { fixed?: Fixed } = {},
): ConsoleActionCall<SentBy<S> & Fixed> {
  return { endpoint, reply, fixed: { ...fixed }, ...more };
}

/** Declares the console endpoint of an action that receives a file as the request body. */
export function defineConsoleUpload(
  endpoint: Endpoint,
  reply: TSchema,
  bodyLimit: number,
): ConsoleActionCall<never> {
  return { endpoint, reply, fixed: {}, isUpload: true, bodyLimit };
}

/** Converts the action's name to the notation of the audit log, such as `group.review`. */
export function getAuditActionName({ name }: Pick<OperatorAction, 'name'>): string {
  return name.replace(' ', '.');
}

/** The error of an action that is refused, with the reason as its message. Exit code 1. */
export class ActionRefusedError extends Error {
  override name = 'ActionRefusedError';
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** Writes the audit row with the idempotency key; its unique constraint prevents a second run. */
export async function writeKeyedAuditRow(
  tx: Queryable,
  { actor, key, action: own }: OperatorActionContext,
  line: Omit<AuditEntry, 'actor' | 'action' | 'key'>,
): Promise<number> {
  return writeAuditEntry(tx, { actor, key, action: getAuditActionName(own), ...line });
}
