/** Random draws that a seed determines: the same seed gives the same draws. */
export interface Dice {
  /** Draws a whole number from 0 to below `count`. */
  below(count: number): number;
  /** Is true once in `count` draws on average. */
  oneIn(count: number): boolean;
  pick<Item>(from: readonly Item[]): Item;
  /** Draws newer items more often than old ones. Undefined when the list is empty. */
  pickLate<Item>(from: readonly Item[]): Item | undefined;
  weighted<Item extends { weight: number }>(from: readonly Item[]): Item;
}

/** The generator is mulberry32. */
export function rollDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Item>(from: readonly Item[]): Item => from[below(from.length)] as Item;
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick,
    pickLate(from) {
      if (from.length === 0) return undefined;
      const reach = below(5) === 0 ? from.length : Math.min(from.length, 12);
      return from[from.length - 1 - below(reach)];
    },
    weighted(from) {
      let left = next() * from.reduce((sum, item) => sum + item.weight, 0);
      for (const item of from) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return from[0] as (typeof from)[number];
    },
  };
}
