import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Queryable } from './database.ts';
import { exactNumbers } from './number-parsing.ts';
import { retryConflicts } from './retry-conflicts.ts';

const CLOSE_WITHIN_MS = 3_000;

export interface ConnectOptions {
  connectionString: string;
  /** Every unqualified name is looked up here; default: the database's own setting. */
  searchPath?: string;
  /** Default 20. */
  maxConnections?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Told of errors on idle connections (a database that was stopped, say). The pool replaces them by itself. */
  onIdleError?: (error: Error) => void;
}

/** The settings every connection of ours shares, pooled or not. */
export function connectionSettings(options: ConnectOptions): pg.ClientConfig {
  return {
    connectionString: options.connectionString,
    application_name: options.applicationName ?? 'ajora',
    types: exactNumbers,
    connectionTimeoutMillis: 10_000,
    // A transaction nobody drives any more must not keep a shopper's row locked.
    idle_in_transaction_session_timeout: 60_000,
    ...(options.searchPath === undefined
      ? {}
      : { options: `-c search_path=${options.searchPath.replaceAll(' ', '')}` }),
  };
}

/** Opens the pool. Connections are made when first needed, so a wrong address shows at the first statement. */
export function connectDatabase(options: ConnectOptions): Database {
  const pool = new pg.Pool({
    ...connectionSettings(options),
    max: options.maxConnections ?? 20,
    idleTimeoutMillis: 30_000,
  });
  // Without a listener an idle connection that the server ends (57P01 at a stop) would end this process.
  pool.on('error', (error) => options.onIdleError?.(error));
  const connected = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    connected.add(client);
    // The socket adapter keeps a connection checked out without a listener of its own; it reconnects by itself.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => connected.delete(client));
  return {
    pool,
    query: (text, values) => runOn(pool, text, values),
    transaction: (work) => retryConflicts(() => runTransaction(pool, work)),
    close: () => closePool(pool, connected),
  };
}

/** A connection that somebody never gave back must not keep the process from stopping: it is cut. */
async function closePool(pool: pg.Pool, connected: Set<pg.PoolClient>): Promise<void> {
  const ended = pool.end();
  if (await Promise.race([ended.then(() => true), pause(CLOSE_WITHIN_MS, false, { ref: false })])) return;
  for (const client of connected) client.release(true);
  await ended;
}

async function runOn<Row>(target: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  const result = await target.query(text, values);
  return result.rows as Row[];
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A checked-out connection reports its loss here; without a listener that would end the process.
  const noteLoss = (error: Error): void => {
    broken = error;
  };
  client.on('error', noteLoss);
  try {
    await client.query('BEGIN');
    const result = await work({ query: (text, values) => runOn(client, text, values) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(noteLoss);
    throw error;
  } finally {
    client.removeListener('error', noteLoss);
    client.release(broken);
  }
}
