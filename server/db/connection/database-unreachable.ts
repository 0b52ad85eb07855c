/** Operating system error codes for a database server that is absent or whose connection was lost. */
const LINE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);

/**
 * These SQLSTATEs mean a connection error (class 08), a database that stops, starts or has crashed, or too many
 * connections.
 */
const SQL_STATES = /^(08[0-9A-Z]{3}|57P0[123]|53300)$/;

/** Error messages by which lost connections are recognised where the PostgreSQL driver gives no error code. */
const DRIVER_MESSAGE_BEGINNINGS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * Returns true when a statement failed because the database was unreachable. A COMMIT may have succeeded nevertheless.
 * @param error error of the PostgreSQL driver.
 */
export function isDatabaseUnreachableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return LINE_CODES.has(code) || SQL_STATES.test(code);
  return DRIVER_MESSAGE_BEGINNINGS.some((beginning) => error.message.startsWith(beginning));
}
