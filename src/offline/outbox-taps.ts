import { readStored, removeStored, writeStored } from '../lib/storage.ts';

/**
 * Taps whose row the database has not written yet. That takes a moment, and a page that is left in it writes
 * nothing; local storage takes the tap in its own task, though it reaches the disk seconds later. A key of its own
 * for each, so that tabs never overwrite each other's.
 */

const PREFIX = 'outboxTap|';

/** Row keys of this page's taps: it writes their rows itself. */
const own = new Set<string>();

export function noteTap(rowKey: string, row: unknown): void {
  own.add(rowKey);
  writeStored('localStorage', PREFIX + rowKey, JSON.stringify(row));
}

export function forgetTap(rowKey: string): void {
  own.delete(rowKey);
  removeStored('localStorage', PREFIX + rowKey);
}

export function forgetTaps(rowPrefix: string): void {
  for (const rowKey of notedKeys(rowPrefix)) forgetTap(rowKey);
}

/** @returns the taps of other pages under a prefix of row keys, oldest first. What is unreadable comes as null. */
export function tapsOfOtherPages(rowPrefix: string): [rowKey: string, row: unknown][] {
  return notedKeys(rowPrefix)
    .filter((rowKey) => !own.has(rowKey))
    .map((rowKey) => [rowKey, parse(readStored('localStorage', PREFIX + rowKey))]);
}

function notedKeys(rowPrefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + rowPrefix))
      .map((key) => key.slice(PREFIX.length))
      .sort();
  } catch {
    return [];
  }
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}
