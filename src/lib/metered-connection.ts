/**
 * Reads the browser's data on connection quality and Save-Data. Only Chromium has it; other browsers count as
 * unrestricted.
 */

/** Describes `navigator.connection`, which TypeScript's types lack. */
interface ConnectionHint {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): ConnectionHint | undefined {
  // The object `navigator` is undefined during server rendering.
  if (typeof navigator === 'undefined') return undefined;
  return (navigator as Navigator & { connection?: ConnectionHint }).connection;
}

/** @returns whether the shopper enabled Save-Data. */
export function isSaveDataOn(): boolean {
  return connection()?.saveData === true;
}

/** @returns true with Save-Data or on 2g: optional downloads are skipped. @source offline.md section 8 */
export function isConnectionMeteredOrSlow(): boolean {
  return isSaveDataOn() || /2g$/.test(connection()?.effectiveType ?? '');
}
