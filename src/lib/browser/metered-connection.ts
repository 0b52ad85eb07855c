/**
 * Reads Save-Data and the quality of the connection. Only Chromium reports them; other browsers count as unrestricted.
 */

/** The type of `navigator.connection`, which TypeScript lacks. */
interface ConnectionHint {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): ConnectionHint | undefined {
  // The object `navigator` is undefined during server rendering, so the connection counts as unrestricted.
  if (typeof navigator === 'undefined') return undefined;
  return (navigator as Navigator & { connection?: ConnectionHint }).connection;
}

/** @returns true when the shopper has turned on the browser's Save-Data. */
export function isSaveDataOn(): boolean {
  return connection()?.saveData === true;
}

/** @returns true with Save-Data or on 2g: optional downloads are skipped. @source offline.md section 8 */
export function isConnectionMeteredOrSlow(): boolean {
  return isSaveDataOn() || /2g$/.test(connection()?.effectiveType ?? '');
}
