/** Which of the browser's complaints a fault explains. */

/** The browser's own lines about a connection that broke, and about a part of the app that did not come over it. */
const BROKEN_LINE =
  /^(error|warning): .*(net::ERR_|WebSocket connection|dynamically imported module|MissingChunkError)/;

/** Its line about an answer that refuses. */
const REFUSED = /^error: .*(?:with a status of|Unexpected response code:) (\d+)/;

/**
 * The complaints that neither a broken line nor the fault explains.
 *
 * @param statuses of the answers that the fault causes; a line about any other status is a fault of the shop.
 */
export function unexplained(complaints: readonly string[], statuses: readonly number[]): string[] {
  return complaints.filter((line) => {
    const status = REFUSED.exec(line)?.[1];
    return status ? !statuses.includes(Number(status)) : !BROKEN_LINE.test(line);
  });
}
