/** Local and session storage may be refused or full: these never throw. Values are strings. */

type Area = 'localStorage' | 'sessionStorage';

export function readStored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** @returns false when nothing was stored. */
export function writeStored(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Nothing can be there.
  }
}
