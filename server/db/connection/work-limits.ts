export type WorkKind = 'request' | 'job' | 'operator';

/** `application_name` of shoppers' connections; other kinds of work append theirs. */
export const SHOPPER_APPLICATION_NAME = 'ajora';

/** The answer's `Retry-After`. A join normally waits a few milliseconds for its group. */
export const ROW_WAIT_MS = 4_000;

interface Limits {
  /** Wait for a locked row or table. */
  lock_timeout: number;
  /** Limit of a statement. A job's and an operator's may read all data. */
  statement_timeout: number;
  /** Limit of an abandoned transaction, which would keep its rows locked. */
  idle_in_transaction_session_timeout: number;
}

/**
 * Time limits of the database for a connection, in milliseconds. Migrations have their own limit (`migrate.ts`).
 *
 * @source database.md
 */
export const workLimits: Record<WorkKind, Limits> = {
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
