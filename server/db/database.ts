import type pg from 'pg';

/** Anything SQL can be sent to: the pool, or one transaction. */
export interface Queryable {
  /**
   * Runs one statement.
   *
   * @returns the rows. `bigint` and `numeric` arrive as numbers (a value beyond 2^53 throws), times as `Date`.
   * @throws the driver's error; its `code` is the SQLSTATE.
   */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** One transaction. */
export interface Transaction extends Queryable {
  /**
   * Runs the last statement and commits in one message. A hot row that it locks is then held for no round trip, and a
   * process that stops meanwhile cannot hold it at all. To roll back, the statement raises an error.
   *
   * @param values are written into the text, `$1` being the first.
   */
  commitWith<Row>(text: string, values: (string | number | null)[]): Promise<Row[]>;
  /** Called once when all is committed; never when it is rolled back, or nobody knows. */
  afterCommit(callback: () => void): void;
}

/** The connection pool of one process. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction on one connection; an error rolls it back.
   * A deadlock or serialisation failure is tried again up to 5 times, so `work` must do nothing outside the
   * database (no provider call, no mail).
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  pool: pg.Pool;
  /**
   * Runs work that is dear and may wait for a group's row: only so much of it at once (a quarter of the pool) that other
   * calls find a connection, and the database time for them.
   *
   * @throws as the database does after waiting too long for a row (55P03) when no turn comes within 4 s.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many calls wait for a connection or for their turn. */
  countWaiting(): number;
  /** Ends the pool after the running statements. */
  close(): Promise<void>;
}
