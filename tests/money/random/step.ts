import type { Crowd } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Answer } from './shop.ts';

/** One thing that somebody does. */
export interface Step {
  name: string;
  /** How often, against the others. */
  weight: number;
  /** @returns the last answer; null when there was nothing to do, which is no operation. */
  run(crowd: Crowd, dice: Dice): Promise<Answer | null>;
}

/** Something that must never happen, in words. */
export class Unexpected extends Error {}

/** What no caller may ever see: an answer that says that the shop has made a mistake. */
export function refuseMistake(step: string, { status, body }: Answer): void {
  // The provider has not opened its card page: the specification's own words and status for it.
  if (status < 500 || status === 503 || body?.code === 'payment_unavailable') return;
  throw new Unexpected(`${step} was answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
}

export const DONE: Answer = { status: 200, headers: {}, body: null };

/** A uuid of the dice, so that the same seed sends the same keys. */
export function drawKey(dice: Dice): string {
  const hex = Array.from({ length: 4 }, () =>
    dice
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
