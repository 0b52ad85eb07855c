/**
 * Wraps local and session storage so that it never throws. Where it is blocked or full, values live as long as the tab.
 */

type StorageArea = 'localStorage' | 'sessionStorage';

const memory = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

export function readBrowserStorage(area: StorageArea, key: string): string | null {
  try {
    return memory[area].get(key) ?? globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** @returns the parsed value; null when there is none or it is damaged. Its shape is unknown. */
export function readJsonFromBrowserStorage(area: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readBrowserStorage(area, key) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns false when the value could not be stored and is lost with this tab. */
export function writeBrowserStorage(area: StorageArea, key: string, value: string): boolean {
  memory[area].delete(key);
  try {
    globalThis[area].setItem(key, value);
    return true;
  } catch {
    memory[area].set(key, value);
    return false;
  }
}

/** @returns the stored values whose keys begin with the prefix; none where the storage is blocked. */
export function listBrowserStorageEntries(area: StorageArea, prefix: string): [key: string, value: string][] {
  try {
    return Object.entries<string>(globalThis[area]).filter(([key]) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

export function removeFromBrowserStorage(area: StorageArea, key: string): void {
  memory[area].delete(key);
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Blocked storage contains nothing to remove, so the error is ignored.
  }
}
