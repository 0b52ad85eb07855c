import type pg from 'pg';

/** Runs statements, either on the pool or inside one transaction. */
export interface Queryable {
  /**
   * @returns the rows. `bigint` and `numeric` arrive as numbers (a value beyond 2^53 throws), times as `Date`.
   * @throws the driver's error; its `code` is the SQLSTATE.
   */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /**
   * Runs the transaction's last statement and COMMIT in one message, which shortens row locks. To roll back, the
   * statement must raise an error.
   * @param values replace `$1`, `$2` and so on as escaped literals, because such a message takes no parameters.
   */
  commitWith<Row>(text: string, values: (string | number | null)[]): Promise<Row[]>;
  /** Calls `callback` once after the commit, and never after a rollback or an unknown outcome. */
  afterCommit(callback: () => void): void;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction, up to 5 times after conflicts. `work` must therefore have no effect
   * outside the database.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  pool: pg.Pool;
  /**
   * Runs expensive work in at most a quarter of the pool's connections.
   * @throws the database's lock timeout (55P03) when no slot becomes free within 4 s.
   */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  countWaiting(): number;
  close(): Promise<void>;
}
