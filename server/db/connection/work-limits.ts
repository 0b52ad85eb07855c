export type DatabaseWorkKind = 'request' | 'job' | 'operator';

/** PostgreSQL `application_name` of shoppers' connections. Other kinds of work append their own name. */
export const SHOPPER_PG_APPLICATION_NAME = 'ajora';

/** Milliseconds that a shopper's request waits for a locked row. Joining a group normally waits only a few. */
export const ROW_LOCK_WAIT_MAX_MS = 4_000;

interface Limits {
  /** Milliseconds for which a statement may wait for a lock. */
  lock_timeout: number;
  /** Milliseconds for which a statement may run; more for jobs and operators. */
  statement_timeout: number;
  /**
   * Milliseconds for which a transaction may be idle. A longer one is ended, because others wait for the rows that it
   * has locked.
   */
  idle_in_transaction_session_timeout: number;
}

/**
 * PostgreSQL's time limits for the connections of each kind of work, in milliseconds.
 * @source database.md
 */
export const databaseTimeLimitsByWorkKind: Record<DatabaseWorkKind, Limits> = {
  request: {
    lock_timeout: ROW_LOCK_WAIT_MAX_MS,
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
