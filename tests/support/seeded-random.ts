/** The same seed gives the same draws on every machine. */
export interface SeededRandomDraws {
  /** At least 0, below 1. */
  number(): number;
  chance(probability: number): boolean;
  pick<Thing>(things: readonly Thing[]): Thing;
}

export function createSeededRandomDraws(seed: number): SeededRandomDraws {
  const number = createSeededRandom(seed);
  return {
    number,
    chance: (probability) => number() < probability,
    pick: (things) => things[Math.floor(number() * things.length)] as never,
  };
}

/** @returns a generator of numbers from 0 to below 1. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
