import {
  listBrowserStorageEntries,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../../lib/storage/storage.ts';

/**
 * Backs up each command in local storage until the database has stored it. WebKit starts a transaction in another
 * process, so a page that is left right after a tap can end before the database received the command.
 */

const AREA = 'localStorage';

export function backUpCommand(key: string, command: unknown): void {
  writeBrowserStorage(AREA, key, JSON.stringify(command));
}

export function removeCommandBackups(...keys: string[]): void {
  for (const key of keys) removeFromBrowserStorage(AREA, key);
}

/** @returns the backed up commands whose keys begin with the prefix, unchecked like every stored command. */
export function readCommandBackups(prefix: string): [key: string, command: unknown][] {
  return listBrowserStorageEntries(AREA, prefix).map(([key, text]) => {
    try {
      return [key, JSON.parse(text)];
    } catch {
      return [key, null];
    }
  });
}
