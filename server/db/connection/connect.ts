import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Transaction } from '../database.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { isDatabaseUnreachableError } from './database-unreachable.ts';
import { createNamedStatement, isStaleQueryPlanError } from './named-statements.ts';
import { exactNumberParsers } from './number-parsing.ts';
import { retryOnConflict } from './retry-conflicts.ts';
import {
  type DatabaseWorkKind,
  databaseTimeLimitsByWorkKind,
  ROW_LOCK_WAIT_MAX_MS,
  SHOPPER_PG_APPLICATION_NAME,
} from './work-limits.ts';

const CLOSE_WITHIN_MS = 3_000;
const CONNECT_WITHIN_MS = 10_000;

export interface DatabaseConnectOptions {
  connectionString: string;
  /** Schema in which unqualified table names are looked up; default: the database's setting. */
  searchPath?: string;
  /** Maximum size of the pool; default 20. */
  maxConnections?: number;
  /** Kind of work, which decides the time limits; default: a shopper's request. */
  work?: DatabaseWorkKind;
  /**
   * Milliseconds without a reply after which the connection counts as lost; the default is above the statement limit.
   */
  answerWithinMs?: number;
  /** Milliseconds to wait for a connection from the pool; default 10 s. */
  connectWithinMs?: number;
  /** Name that `pg_stat_activity` shows for the connections. */
  applicationName?: string;
  /** Called for errors on idle connections. */
  onIdleError?: (error: Error) => void;
}

const nameOf = (work: DatabaseWorkKind = 'request'): string =>
  work === 'request' ? SHOPPER_PG_APPLICATION_NAME : `${SHOPPER_PG_APPLICATION_NAME}-${work}`;

export function buildPgClientConfig(options: DatabaseConnectOptions): pg.ClientConfig {
  const limits = databaseTimeLimitsByWorkKind[options.work ?? 'request'];
  return {
    connectionString: options.connectionString,
    application_name: options.applicationName ?? nameOf(options.work),
    types: exactNumberParsers,
    connectionTimeoutMillis: options.connectWithinMs ?? CONNECT_WITHIN_MS,
    ...limits,
    // A machine that lost power closes no connection. Without keepalive, connections to it would hang forever.
    keepAlive: true,
    query_timeout: options.answerWithinMs ?? limits.statement_timeout + 5_000,
    ...(options.searchPath === undefined
      ? {}
      : { options: `-c search_path=${options.searchPath.replaceAll(' ', '')}` }),
  };
}

/** Opens the connection pool. Connections open when first needed, so a wrong URL fails at the first statement. */
export function connectDatabase(options: DatabaseConnectOptions): Database {
  const max = options.maxConnections ?? 20;
  const { connectWithinMs = CONNECT_WITHIN_MS } = options;
  const pool = new pg.Pool({ ...buildPgClientConfig(options), max, idleTimeoutMillis: 30_000 });
  // Without an error listener, an idle connection that the server closes (57P01) would end this process.
  pool.on('error', (error) => options.onIdleError?.(error));
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    // Without an error listener, a lost connection would end this process.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => connected.delete(client));
  // A fifth of the connections is reserved for plain reads, because all transactions may wait for one locked row.
  const writing = createConcurrencyLimit(Math.max(1, max - Math.ceil(max / 5)), connectWithinMs);
  const paying = createConcurrencyLimit(Math.max(1, Math.floor(max / 4)), ROW_LOCK_WAIT_MAX_MS);
  return {
    pool,
    query: (text, values) => runOn(pool, text, values),
    transaction: (work) => writing.run(() => retryOnConflict(() => runTransaction(pool, work))),
    inTurn: paying.run,
    countWaiting: () => pool.waitingCount + writing.countWaiting() + paying.countWaiting(),
    close: () => closePool(pool, connected),
  };
}

/** Closes connections that their users never released, because they would keep the process from stopping. */
async function closePool(pool: pg.Pool, connected: Set<pg.PoolClient>): Promise<void> {
  const ended = pool.end();
  if (await Promise.race([ended.then(() => true), pause(CLOSE_WITHIN_MS, false, { ref: false })])) return;
  // The connection is closed, not released, because its user may release it later, and a second release throws.
  await Promise.all([...connected].map((client) => client.end().catch(() => undefined)));
  void ended.catch(() => undefined);
}

async function runOn<Row>(target: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  const statement = createNamedStatement(text, values);
  try {
    return (await target.query(statement)).rows as Row[];
  } catch (error) {
    // A statement of a transaction cannot be repeated alone, so `retryOnConflict` repeats the whole transaction.
    if (!isStaleQueryPlanError(error, statement) || !(target instanceof pg.Pool)) throw error;
    return runOn(target, text, values);
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A checked-out connection emits its loss as an event; without a listener the event would end the process.
  const noteLoss = (error: Error): void => {
    broken = error;
  };
  client.on('error', noteLoss);
  let isCommitted = false;
  const afterwards: (() => void)[] = [];
  const tx: Transaction = {
    query: (text, values) => runOn(client, text, values),
    commitWith: async <Row>(text: string, values: (string | number | null)[]) => {
      // The driver returns one result for each statement of the message: the first belongs to `text`, the second to
      // COMMIT.
      const results = await client.query(inlineValuesAndAppendCommit(text, values));
      isCommitted = true;
      return (results as unknown as pg.QueryResult[])[0]?.rows as Row[];
    },
    afterCommit: (callback) => afterwards.push(callback),
  };
  try {
    await client.query('BEGIN');
    const result = await work(tx);
    if (!isCommitted) await client.query('COMMIT');
    for (const callback of afterwards) callback();
    return result;
  } catch (error) {
    // A ROLLBACK on a lost connection would wait for the timeout again, so the connection is discarded.
    if (isDatabaseUnreachableError(error)) noteLoss(error as Error);
    else await client.query('ROLLBACK').catch(noteLoss);
    throw error;
  } finally {
    client.removeListener('error', noteLoss);
    client.release(broken);
  }
}

/**
 * Builds one message with the statement and COMMIT. A message with two statements takes no parameters, so the values
 * are written into the text as escaped literals.
 */
export function inlineValuesAndAppendCommit(text: string, values: (string | number | null)[]): string {
  const literal = (_: string, place: string): string => {
    const value = values[Number(place) - 1];
    if (value === undefined) throw new Error(`no value for $${place}`);
    return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
  };
  return `${text.replace(/\$(\d+)/g, literal)}; COMMIT`;
}
