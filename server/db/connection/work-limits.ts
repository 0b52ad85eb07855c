/** Who waits for the statements of a connection. */
export type Work = 'request' | 'job' | 'operator';

/** The name of shoppers' connections in `pg_stat_activity`; others have the kind of their work behind it. */
export const SHOPPERS_NAME = 'ajora';

/** A shopper is told to try again after this long; a join has to wait a few milliseconds for its group. */
export const ROW_WAIT_MS = 4_000;

interface Limits {
  /** For each row or table that somebody else holds. */
  lock_timeout: number;
  /** For each statement. A job's and an operator's may read the whole shop. */
  statement_timeout: number;
  /** For a transaction that nobody drives any more: it must not keep a row locked. */
  idle_in_transaction_session_timeout: number;
}

/**
 * How long the database lets a connection wait and work, in milliseconds. A migration has a limit of its own
 * (`migrate.ts`).
 *
 * @source database.md
 */
export const workLimits: Record<Work, Limits> = {
  request: {
    lock_timeout: ROW_WAIT_MS,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  },
  job: {
    lock_timeout: 5_000,
    statement_timeout: 10 * 60_000,
    idle_in_transaction_session_timeout: 30_000,
  },
  operator: {
    lock_timeout: 15_000,
    statement_timeout: 30 * 60_000,
    idle_in_transaction_session_timeout: 60_000,
  },
};
