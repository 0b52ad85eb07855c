import type { Crowd } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Answer } from './shop.ts';

/** One action of a shopper, an operator, the provider or the shop. */
export interface Step {
  name: string;
  /** How often the step is drawn, relative to the others. */
  weight: number;
  /** @returns the last answer; null when there was nothing to do, which counts as no operation. */
  run(crowd: Crowd, dice: Dice): Promise<Answer | null>;
}

/** Something happened that must never happen; the message says what. */
export class Unexpected extends Error {}

/** Throws at an answer that reports a mistake of the shop, which no caller may ever see. */
export function refuseMistake(step: string, { status, body }: Answer): void {
  // These answers are allowed: the specification prescribes them for a provider that does not open its card page.
  if (status < 500 || status === 503 || body?.code === 'payment_unavailable') return;
  throw new Unexpected(`${step} was answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
}

export const DONE: Answer = { status: 200, headers: {}, body: null };

/** Draws a UUID, so that the same seed sends the same idempotency keys. */
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
