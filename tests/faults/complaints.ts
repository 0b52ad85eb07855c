/** Decides which of the browser's log lines a fault explains. */

/** Log lines about a broken connection, and about a part of the app that did not arrive over it. */
const BROKEN_LINE =
  /^(error|warning): .*(net::ERR_|WebSocket connection|WebSocket is already in CLOSING|dynamically imported module|MissingChunkError)/;

/** Log lines about an answer that refuses. */
const REFUSED = /^error: .*(?:with a status of|Unexpected response code:) (\d+)/;

/**
 * Finds the log lines that neither a broken connection nor the fault explains.
 *
 * @param statuses of the answers that the fault causes; a line about any other status is a failure of the shop.
 */
export function unexplained(complaints: readonly string[], statuses: readonly number[]): string[] {
  return complaints.filter((line) => {
    const status = REFUSED.exec(line)?.[1];
    return status ? !statuses.includes(Number(status)) : !BROKEN_LINE.test(line);
  });
}
