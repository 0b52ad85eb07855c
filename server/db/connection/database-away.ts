/** How a network says that nobody is there, or that whoever was there is gone. */
const LINE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);

/** Class 08 connection exception; ended by the operator, by a crash, still starting; too many connections. */
const SQL_STATES = /^(08[0-9A-Z]{3}|57P0[123]|53300)$/;

/** The driver and its pool give these no code. */
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
 * Whether an error of a statement means that no connection to the database could be had, or that it was lost: the
 * same request may succeed in a moment. A loss during COMMIT is one too, so such a request may have been done.
 *
 * @param error what the driver threw; errors of anything else that goes over a network look alike.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return LINE_CODES.has(code) || SQL_STATES.test(code);
  return DRIVER_WORDS.some((words) => error.message.startsWith(words));
}
