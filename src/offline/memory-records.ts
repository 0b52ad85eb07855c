/**
 * The records of a session whose database was given up, and what the database has to hear of them once it is back.
 */

export const memory = new Map<string, unknown>();

/** Keyed, so that a record that is written every second does not queue up. In the order of the last one for a key. */
const missed = new Map<string, () => Promise<unknown>>();

/** The newest step on each key by this page. */
const lastSteps = new Map<string, object>();

/** @returns asks whether a step on the key that begins now is its newest still: an older one, tried again, is over. */
export function noteStep(key: string): () => boolean {
  const step = {};
  lastSteps.set(key, step);
  return () => lastSteps.get(key) === step;
}

/** As `noteStep`, for all keys under a prefix: what is being written there comes too late from now on. */
export function noteStepsUnder(prefix: string): void {
  for (const key of [...lastSteps.keys(), ...memory.keys()]) if (key.startsWith(prefix)) noteStep(key);
}

export function listMemory(prefix: string): [string, unknown][] {
  return [...memory].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
}

export function forgetMemory(prefix: string): void {
  for (const [key] of listMemory(prefix)) memory.delete(key);
  for (const key of [...missed.keys()]) if (key.startsWith(prefix)) missed.delete(key);
}

/** Notes what the database has not heard. @param redo does it there. */
export function noteMissed(key: string, redo: () => Promise<unknown>): void {
  missed.delete(key);
  missed.set(key, redo);
}

/** The database is back: empties memory and does there what it missed. */
export function handBack(): void {
  const steps = [...missed.values()];
  missed.clear();
  memory.clear();
  for (const redo of steps) redo().catch(() => undefined);
}
