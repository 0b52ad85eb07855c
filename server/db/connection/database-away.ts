/** Network errors of an absent or lost peer. */
const LINE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);

/** Class 08 connection exception; operator stop, crash or start-up; too many connections. */
const SQL_STATES = /^(08[0-9A-Z]{3}|57P0[123]|53300)$/;

/** Errors to which the driver and its pool give no code. */
const DRIVER_WORDS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * True when a statement failed because no connection was available or it was lost: a retry may succeed soon. A loss
 * during COMMIT counts too, so the request may have been carried out.
 *
 * @param error thrown by the driver; errors of other network calls look alike.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return LINE_CODES.has(code) || SQL_STATES.test(code);
  return DRIVER_WORDS.some((words) => error.message.startsWith(words));
}
