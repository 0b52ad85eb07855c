/** Draws by a seed: the same seed draws the same, on every machine. */
export interface Draw {
  /** From 0 to below 1. */
  number(): number;
  chance(probability: number): boolean;
  pick<Thing>(things: readonly Thing[]): Thing;
}

export function drawBy(seed: number): Draw {
  const number = seededRandom(seed);
  return {
    number,
    chance: (probability) => number() < probability,
    pick: (things) => things[Math.floor(number() * things.length)] as never,
  };
}

/** @returns numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
