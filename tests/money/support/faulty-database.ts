import type pg from 'pg';
import { connectDatabase, inlineValuesAndAppendCommit } from '../../../server/db/connection/connect.ts';
import type { Database, Transaction } from '../../../server/db/database.ts';

/**
 * The step at which a process dies: `after` a statement was answered, or `during` it, when the statement has been sent
 * and its connection is cut. BEGIN and COMMIT are steps too.
 */
export interface Fault {
  step: number;
  moment: 'during' | 'after';
}

export class ProcessDied extends Error {}

const APPLICATION_NAME = 'dying process';

export interface FaultyDatabase extends Database {
  /** Whether the fault has happened. */
  hasDied(): boolean;
}

/** Opens a database whose process dies at one step: its connections are cut, and every later call fails. */
export function openFaultyDatabase(connectionString: string, fault: Fault): FaultyDatabase {
  const inner = connectDatabase({
    connectionString,
    maxConnections: 6,
    applicationName: APPLICATION_NAME,
  });
  inner.pool.on('connect', (client) => client.on('error', () => undefined));
  let steps = 0;
  let isDead = false;
  const die = (client: pg.PoolClient): never => {
    isDead = true;
    cut(client);
    throw new ProcessDied(`died ${fault.moment} step ${fault.step}`);
  };

  const step = async <Row>(client: pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> => {
    if (isDead) throw new ProcessDied('dead already');
    const isHere = steps === fault.step;
    steps += 1;
    const answer = client.query(text, values);
    if (isHere && fault.moment === 'during') {
      answer.catch(() => undefined);
      // The bytes leave within one turn of the event loop; the server may or may not finish the statement that it
      // received.
      await new Promise((resolve) => setImmediate(resolve));
      return die(client);
    }
    // A message of several statements is answered with a list of results.
    const [{ rows }] = [await answer].flat() as [pg.QueryResult];
    if (isHere) return die(client);
    return rows as Row[];
  };

  const onClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await inner.pool.connect();
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure instanceof Error);
    }
  };

  return {
    pool: inner.pool,
    hasDied: () => isDead,
    query: <Row>(text: string, values?: unknown[]) => onClient((client) => step<Row>(client, text, values)),
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      onClient(async (client) => {
        await step(client, 'BEGIN');
        let isCommitted = false;
        const afterwards: (() => void)[] = [];
        const result = await work({
          query: (text, values) => step(client, text, values),
          commitWith: async (text, values) => {
            const rows = await step(client, inlineValuesAndAppendCommit(text, values));
            isCommitted = true;
            return rows as never[];
          },
          afterCommit: (callback) => afterwards.push(callback),
        });
        if (!isCommitted) await step(client, 'COMMIT');
        for (const callback of afterwards) callback();
        return result;
      }),
    inTurn: (work) => work(),
    countWaiting: () => inner.countWaiting(),
    close: () => inner.close(),
  };
}

/** Tells whether the server has finished everything that dead processes had sent. */
export async function isAtRest(db: Database): Promise<boolean> {
  const left = await db.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [APPLICATION_NAME],
  );
  return left.length === 0;
}

/** Ends the connection as a killed process does, without telling the server. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
