import { expect } from 'vitest';
import { type Column, QUIET_MS } from './column.ts';
import type { Scene } from './scene.ts';

/** One row of the matrix: what goes wrong while the shopper acts. The row checks that it really went wrong. */
export interface FaultRow {
  name: string;
  /** Whether the browser is killed, so that what an earlier day left must be on the phone's disk before. */
  kills?: boolean;
  /** Whether the fault is about a session, so that columns without one are left out. */
  needsSession?: boolean;
  /** Statuses of refusals that the fault causes. Any other that the browser logs is a failure of the shop. */
  statuses?: readonly number[];
  /** Lets the shopper act under the fault, and ends the fault. */
  run(scene: Scene, column: Column): Promise<void>;
  /** Expects what is true afterwards. By default the effect exactly once, on the server and on the screen. */
  expectAfter?(scene: Scene, column: Column): Promise<void>;
}

/** The server's answer to a repetition while the first request is still running; the phone asks again later. */
export const STILL_RUNNING = 425;

/** Expects the effect exactly once: on the server, told to the shopper, and on the screen. */
export async function expectOnce(scene: Scene, column: Column): Promise<void> {
  await expectDone(scene, column);
  await column.expectTold?.(scene);
  await column.expectScreen(scene);
}

/** Goes on with the shopper's taps until the server has the effect once. */
export async function expectDone(scene: Scene, column: Column): Promise<void> {
  const { goOn } = column;
  const untilMs = Date.now() + 60_000;
  while (goOn && Date.now() < untilMs) {
    if (await goOn(scene)) break;
  }
  await column.expectServer(scene);
  // A change that still waits on the phone could take effect a second time.
  await expect.poll(() => countWaiting(scene), { timeout: QUIET_MS }).toBe(0);
  await column.expectServer(scene);
}

/** Counts the changes that wait on the phone to be sent. A database that never answers has none. */
async function countWaiting({ page, shopper }: Scene): Promise<number> {
  return await page
    .evaluate(async (userId) => {
      // Opening a database that does not exist would create an empty one in its place.
      const isThere = (await indexedDB.databases()).some(({ name }) => name === 'app-offline');
      if (!isThere) return 0;
      const stored = new Promise<number>((resolve) => {
        const opening = indexedDB.open('app-offline');
        opening.onsuccess = () => {
          const rows = opening.result.transaction('kv').objectStore('kv');
          const range = IDBKeyRange.bound(`ob|${userId}|`, `ob|${userId}|\uffff`);
          const counting = rows.count(range);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      });
      const never = new Promise<number>((resolve) => setTimeout(() => resolve(0), 1_500));
      return await Promise.race([stored, never]);
    }, shopper.session.user.id)
    .catch(() => Number.NaN);
}
