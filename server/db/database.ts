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

/** The connection pool of one process. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction on one connection; an error rolls it back.
   * A deadlock or serialisation failure is tried again up to 5 times, so `work` must do nothing outside the
   * database (no provider call, no mail).
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>;
  pool: pg.Pool;
  /** Ends the pool after the running statements. */
  close(): Promise<void>;
}
