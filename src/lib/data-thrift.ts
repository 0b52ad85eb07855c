/** What the browser says of the line and of its owner's wish. Chromium only: elsewhere nobody is known to save. */

/** `navigator.connection`, which not every browser has and TypeScript does not know. */
interface ConnectionHint {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): ConnectionHint | undefined {
  // The server draws pages too, and has none.
  if (typeof navigator === 'undefined') return undefined;
  return (navigator as Navigator & { connection?: ConnectionHint }).connection;
}

/** @returns whether the shopper asked the browser to save data. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** @returns whether bytes nobody asked for are too dear: data is saved, or the line is 2g. @source offline.md section 8 */
export function isLineDear(): boolean {
  return savesData() || /2g$/.test(connection()?.effectiveType ?? '');
}
