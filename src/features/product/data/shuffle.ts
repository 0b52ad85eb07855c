/** @returns a shuffled copy (Fisher–Yates). @param random returns 0 to below 1; tests pass their own. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = [...items];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [drawn[last], drawn[pick]] = [drawn[pick] as Item, drawn[last] as Item];
  }
  return drawn;
}
