import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Endpoint, EndpointTypes } from '#contract/endpoint.ts';
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

/** The database, configuration and services that operators' actions and the console use. */
export interface OpsDeps {
  config: Config;
  db: Database;
  clock: Clock;
  provider: PaymentProvider;
  secrets: ServerSecrets;
}

export interface OperatorActionContext extends OpsDeps {
  /** The action that is running. */
  action: OperatorAction;
  /** Who runs the action: `operator:{name}`, or `system` while the shop has no owner. */
  actor: string;
  /** Name of the approving second operator; null: none. */
  approvedBy: string | null;
  /** The sum that was approved, in kobo; the action may not move more. */
  approvedUpToKobo: number;
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: readonly string[] | null;
  /** Idempotency key, which the audit row stores; null: none. */
  key: string | null;
}

/** Schema of an action without fields. */
export const EmptyActionBody = Type.Object({});

/** Values of an action's fields, as the operator gave them. */
export type ActionBody = Readonly<Record<string, unknown>>;

export interface ActionResult<Data = unknown> {
  /** Reply of the action to the console, and its output with the option `--json`. */
  data: Data;
  /** The result as a sentence. The command line prints it instead of `data`, and a proposal stores it. */
  text?: string;
  /**
   * Target of the audit entry for the shopper's data that the operator has viewed, such as `user:{id}`; absent: none.
   */
  lookedAt?: string;
  /** What the command line prints beside the result, so that it never gets into a file of it. */
  note?: string;
  /** Message for a repeat of the action, whose result contains a secret that is shown only once. */
  repeatText?: string;
  /** True: nothing ran; this is the stored result of the first request with the same key. */
  isRepeated?: boolean;
  /** False: the action ran but found a problem, so the command line exits with 1. */
  isGood?: boolean;
}

/** An endpoint of the console's API that runs the action. */
export interface ConsoleEndpointOfAction<Sent = unknown> {
  endpoint: Endpoint;
  reply: TSchema;
  /** Fields of the action whose value is fixed by the endpoint, so that the client does not send them. */
  fixed: ActionBody;
  /** Optional fields that the console must send, because its page always chooses a value. */
  required?: readonly string[];
  /** True: open pages poll this call without a person's action, which must not prolong a session. */
  isByItself?: boolean;
  /** True: the request body is the bytes of a file. */
  isUpload?: boolean;
  /** Maximum size of the body in bytes; absent: the default limit. */
  bodyLimit?: number;
  /** No value has this field. By its type the compiler compares the endpoint's parameters with the action's. */
  readonly sent?: Sent;
}

/** An action that an operator can run at the command line or in the console. */
interface ActionOf<Fields extends TProperties, Data> {
  /** Name of the action, such as `group review`. */
  name: string;
  summary: string;
  /** Roles that may run the action. An owner may run every action. */
  roles: readonly OperatorRole[];
  /** Schema of the action's fields. */
  body: TObject<Fields>;
  /**
   * Fields that the command line reads by position; the last one takes all remaining words. Other fields are options.
   */
  positionals?: readonly (keyof Fields & string)[];
  /**
   * Two fields that the command line fills from a file: its name and its content. The first positional argument is the
   * file's path.
   */
  file?: { name: keyof Fields & string; content: keyof Fields & string; maxBytes: number };
  /** Fields that only the command line accepts, because they name files of the server's machine. */
  local?: readonly (keyof Fields & string)[];
  /** Parsers of fields that are not written as plain text or numbers at the command line. */
  readers?: Partial<Record<keyof Fields & string, (text: string) => unknown>>;
  /**
   * How an action is protected against repeats. `given`: a repeated `--key` returns the stored result. `body`: the
   * same, with a hash of the fields as default key. `repeatable`: a repeat changes nothing. `own`: the action handles
   * its keys itself.
   */
  key?: 'given' | 'body' | 'repeatable' | 'own';
  /** Fields outside the request hash. A repeat with other values in them still gets the stored result. */
  loose?: readonly (keyof Fields & string)[];
  /**
   * True: the action calls `requireApprovalOfAmount`. One operator's actions of this kind run one after another, so
   * that all amounts are counted.
   */
  movesMoney?: boolean;
  /** True: the action waits for the card provider, so the console may get a reply before the action ends. */
  asksProvider?: boolean;
  /**
   * Decides which requests of an operator with limited pickup centres are allowed; absent: none. A function returns the
   * codes of the centres that a request concerns. `listed`: all requests, because `run` reads only `context.centres`.
   */
  centres?: 'listed' | ((db: Queryable, body: Static<TObject<Fields>>) => Promise<readonly string[]>);
  /** True: the action runs without a database or an operator, before the shop exists. */
  isAlone?: boolean;
  console?:
    | ConsoleEndpointOfAction<Static<TObject<Fields>>>
    | readonly ConsoleEndpointOfAction<Static<TObject<Fields>>>[];
  /** Formats the result for the terminal, for actions that operators read daily. */
  print?(data: Data, body: Static<TObject<Fields>>): string;
  run(context: OperatorActionContext, body: Static<TObject<Fields>>): Promise<ActionResult<NoInfer<Data>>>;
}

/** An action without the types of its own fields, so that actions with different fields fit into one list. */
export type OperatorAction = Omit<ActionOf<TProperties, never>, 'print' | 'run' | 'console' | 'centres'> & {
  centres?: 'listed' | ((db: Queryable, body: ActionBody) => Promise<readonly string[]>);
  console?: ConsoleEndpointOfAction | readonly ConsoleEndpointOfAction[];
  print?(data: unknown, body: ActionBody): string;
  run(context: OperatorActionContext, body: ActionBody): Promise<ActionResult>;
};

/** Declares an action. The compiler derives the type of `body` from its schema. */
export function defineAction<Fields extends TProperties, Data>(made: ActionOf<Fields, Data>): OperatorAction {
  return made as unknown as OperatorAction;
}

type Part<S, Name extends string> = S extends Record<Name, infer Sent> ? Sent : unknown;
type SentBy<S extends EndpointTypes> = Part<S, 'params'> & Part<S, 'query'> & Part<S, 'body'>;

/** Declares the console endpoint of an action; path, query and body parameters fill the action's fields. */
export function defineConsoleEndpoint<S extends EndpointTypes, const Fixed extends object = object>(
  endpoint: Endpoint<S>,
  reply: TSchema,
  {
    fixed,
    ...more
  }: Pick<ConsoleEndpointOfAction, 'isByItself' | 'bodyLimit' | 'required'> & { fixed?: Fixed } = {},
): ConsoleEndpointOfAction<SentBy<S> & Fixed> {
  return { endpoint, reply, fixed: { ...fixed }, ...more };
}

/** Declares the console endpoint of an action that receives a file as the request body. */
export function defineConsoleUploadEndpoint(
  endpoint: Endpoint,
  reply: TSchema,
  bodyLimit: number,
): ConsoleEndpointOfAction<never> {
  return { endpoint, reply, fixed: {}, isUpload: true, bodyLimit };
}

/** Names an action as the audit log does, such as `group.review`. */
export function getAuditActionName({ name }: Pick<OperatorAction, 'name'>): string {
  return name.replace(' ', '.');
}

/** An action was refused, for the reason in the message. The command line exits with 1. */
export class ActionRefusedError extends Error {
  override name = 'ActionRefusedError';
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** Writes the audit row with the idempotency key. The key is unique, so a second run of the action fails here. */
export async function writeActionAuditRow(
  tx: Queryable,
  { actor, key, action: own }: OperatorActionContext,
  line: Omit<AuditEntry, 'actor' | 'action' | 'key'>,
): Promise<number> {
  return writeAuditEntry(tx, { actor, key, action: getAuditActionName(own), ...line });
}
