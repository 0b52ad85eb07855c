import type { Page } from 'playwright-core';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Scene } from './scene.ts';

/**
 * One column of the matrix: something that a shopper does, the request that it makes, and what must be true afterwards.
 */
export interface Column {
  name: string;
  method: string;
  /** The path of the request on which the faults act. */
  path: RegExp;
  /** The page on which the shopper finds it again after a kill. */
  home: string;
  /** Whether nobody is signed in, so that faults of a session do not apply. */
  isGuest?: boolean;
  /** Statuses of refusals that a repetition meets, because its first answer was lost or another tab was faster. */
  statuses?: readonly number[];
  prepare(scene: Scene): Promise<void>;
  /** Brings another tab to the same page, ready to act. */
  prepareTab?(page: Page, scene: Scene): Promise<void>;
  /** Makes the shopper's tap. Ends when the tap is made, not when it is answered. */
  act(scene: Scene, page: Page): Promise<void>;
  /** Waits until the page shows the tap's effect. From then on the effect must not be lost. */
  shown?(page: Page): Promise<void>;
  /** Expects what the shopper sees after the tap while there is no connection. */
  expectOffline(scene: Scene): Promise<void>;
  /** Does what a shopper would do on the open page to get on. @returns whether the page has told the outcome. */
  goOn?(scene: Scene): Promise<boolean>;
  /** Throws unless the server has the effect exactly once. */
  expectServer(scene: Scene): Promise<void>;
  /** Throws unless the shopper was told the outcome once. */
  expectTold?(scene: Scene): Promise<void>;
  /** Throws unless the screen shows what the server knows. */
  expectScreen(scene: Scene): Promise<void>;
}

/** How long the phone may take to come to rest once the fault is over. */
export const QUIET_MS = 45_000;

export const poll = { timeout: QUIET_MS, interval: 250 };

/**
 * How long a tap waits for its target. A target that disappears before the tap is looked for again in the next turn.
 */
export const TAP = { timeout: 2_000 };

/** Makes one turn of a shopper who taps what is there. A target that has disappeared is no failure. */
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
