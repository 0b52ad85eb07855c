import { isDurable, onDiskBack } from './idb.ts';

/** Ends when the database of the phone is in use, at once where it never was given up. */
export function diskBack(): Promise<void> {
  if (isDurable()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = onDiskBack(() => {
      unsubscribe();
      resolve();
    });
  });
}
