import { expect } from 'vitest';
import { type Column, QUIET_MS } from './column.ts';
import type { Scene } from './scene.ts';

/** One row of the matrix: what goes wrong while the shopper acts. It makes sure that it really did. */
export interface FaultRow {
  name: string;
  /** The browser is killed: what an earlier day left lies on the phone's disk already. */
  kills?: boolean;
  /** It is about a session: a column of guests has no such cell. */
  needsSession?: boolean;
  /** Of the refusals that it causes. Any other that the browser complains of is a fault of the shop. */
  statuses?: readonly number[];
  /** Lets the shopper act under the fault and ends the fault. */
  run(scene: Scene, column: Column): Promise<void>;
  /** What is true afterwards; absent: the effect exactly once, on the server and on the screen. */
  expectAfter?(scene: Scene, column: Column): Promise<void>;
}

/** What was sent again while the server still had it in hand: it says so, and is asked once more. */
export const STILL_RUNNING = 425;

/** The effect exactly once: on the server, told, and on the screen. */
export async function expectOnce(scene: Scene, column: Column): Promise<void> {
  await expectDone(scene, column);
  await column.expectTold?.(scene);
  await column.expectScreen(scene);
}

/** Lets the shopper's taps go on until the server has the effect once. */
export async function expectDone(scene: Scene, column: Column): Promise<void> {
  const { goOn } = column;
  const untilMs = Date.now() + 60_000;
  while (goOn && Date.now() < untilMs) {
    if (await goOn(scene)) break;
  }
  await column.expectServer(scene);
  // A change that is still to be repeated could count a second time.
  await expect.poll(() => countWaiting(scene), { timeout: QUIET_MS }).toBe(0);
  await column.expectServer(scene);
}

/** Changes that the phone has not got rid of. A database that never answers has none. */
async function countWaiting({ page, shopper }: Scene): Promise<number> {
  return await page
    .evaluate(async (userId) => {
      // Opening what is not there would make an empty one in the app's place.
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
