export type DatabaseWorkKind = 'request' | 'job' | 'operator';

/** This is the `application_name` of shoppers' connections; other kinds of work append their kind. */
export const SHOPPER_APPLICATION_NAME = 'ajora';

/** Limits the wait for a locked row, and is the refusal's `Retry-After`. A join normally waits milliseconds. */
export const ROW_LOCK_WAIT_MS = 4_000;

interface Limits {
  /** Limit of the time that a statement waits for a lock. */
  lock_timeout: number;
  /** Limit of a statement's time, which is larger for jobs and operators. */
  statement_timeout: number;
  /** Limit of an idle transaction, which holds locks. */
  idle_in_transaction_session_timeout: number;
}

/**
 * Sets the database's time limits for a connection, in milliseconds. Migrations have their own (`migrate.ts`).
 *
 * @source database.md
 */
export const timeLimitsByWorkKind: Record<DatabaseWorkKind, Limits> = {
  request: {
    lock_timeout: ROW_LOCK_WAIT_MS,
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
