import pg from 'pg';
import { buildPgClientConfig, type DatabaseConnectOptions } from './connection/connect.ts';

/** Taking a lock never waits, so a slower reply means that the connection is lost. */
const ANSWER_WITHIN_MS = 10_000;

export interface JobLocks {
  /** @returns a function that releases the lock; null when another instance holds it. */
  tryLock(name: string): Promise<{ release(): Promise<void> } | null>;
  close(): Promise<void>;
}

/**
 * Holds all job locks on one connection. After its loss another instance may start the same job, which is harmless.
 */
export function openJobLocks(connection: DatabaseConnectOptions): JobLocks {
  let client: pg.Client | undefined;
  let isClosed = false;
  const open = async (): Promise<pg.Client> => {
    if (client) return client;
    const next = new pg.Client({
      ...buildPgClientConfig({ answerWithinMs: ANSWER_WITHIN_MS, ...connection }),
      application_name: 'ajora-jobs',
    });
    const forget = (): void => {
      if (client === next) client = undefined;
    };
    next.on('error', forget);
    next.on('end', forget);
    try {
      await next.connect();
      client = next;
    } catch (error) {
      forget();
      throw error;
    }
    return next;
  };
  /** Drops the connection after a failed statement, so that the next statement connects again. */
  const giveUp = (error: unknown): never => {
    void client?.end().catch(() => undefined);
    client = undefined;
    throw error;
  };
  // Statements run one after another, because many jobs share this connection.
  let last: Promise<unknown> = Promise.resolve();
  const ask = <Row extends pg.QueryResultRow>(sql: string, name: string): Promise<pg.QueryResult<Row>> => {
    const answer = last.then(async () => (await open()).query<Row>(sql, [name])).catch(giveUp);
    last = answer.catch(() => undefined);
    return answer;
  };
  const key = `hashtextextended('job:' || current_schema() || ':' || $1, 0)`;
  return {
    async tryLock(name) {
      if (isClosed) return null;
      const result = await ask<{ got: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS got`, name);
      if (!result.rows[0]?.got) return null;
      return { release: async () => void (await ask(`SELECT pg_advisory_unlock(${key})`, name)) };
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
