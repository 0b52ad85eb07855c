import type { Page } from 'playwright-core';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Scene } from './scene.ts';

/** One column of the matrix: something a shopper does, the request it makes, and the truth afterwards. */
export interface Column {
  name: string;
  method: string;
  /** The request that the faults befall. */
  path: RegExp;
  /** Where the shopper finds it again after a kill. */
  home: string;
  /** Nobody is signed in: what befalls a session does not befall this. */
  isGuest?: boolean;
  /** Of the refusals that it meets when it is done once more: its first answer was lost, or another tab was faster. */
  statuses?: readonly number[];
  prepare(scene: Scene): Promise<void>;
  /** Makes another tab on the same page able to act. */
  prepareTab?(page: Page, scene: Scene): Promise<void>;
  /** The shopper's tap. Ends when it is done, not when it is answered. */
  act(scene: Scene, page: Page): Promise<void>;
  /** The tap's effect is before the shopper's eyes, on whatever page is open: from here on it is promised. */
  shown?(page: Page): Promise<void>;
  /** What the shopper sees of the tap while there is no line. */
  expectOffline(scene: Scene): Promise<void>;
  /** What a shopper would do on the page that is open, to get on. @returns whether the outcome was told. */
  goOn?(scene: Scene): Promise<boolean>;
  /** The server has the effect exactly once. Throws otherwise. */
  expectServer(scene: Scene): Promise<void>;
  /** The outcome is told to the shopper, once. Throws otherwise. */
  expectTold?(scene: Scene): Promise<void>;
  /** The screen says what the server knows. Throws otherwise. */
  expectScreen(scene: Scene): Promise<void>;
}

/** How long the phone may need to come to rest after the fault is over. */
export const QUIET_MS = 45_000;

export const poll = { timeout: QUIET_MS, interval: 250 };

/** Long enough for what is there; what went between a look and a tap is looked for anew in the next turn. */
export const TAP = { timeout: 2_000 };

/** One turn of a shopper who taps what is there: what is not there any more is no failure. */
export async function inTurn(act: () => Promise<void>): Promise<void> {
  await act().catch((error: Error) => {
    if (error.name !== 'TimeoutError') throw error;
  });
}

export async function readCart(scene: Scene): Promise<Cart> {
  return (await scene.shopper.call<Cart>('GET', '/api/cart')).body;
}

export async function countOrders(scene: Scene): Promise<number> {
  const rows = await scene.site.database.query<{ orders: number }>(
    'SELECT count(*)::int AS orders FROM orders WHERE user_id = $1',
    [scene.shopper.session.user.id],
  );
  return rows[0]?.orders ?? 0;
}
