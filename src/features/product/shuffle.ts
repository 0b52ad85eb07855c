/**
 * A new list with the same elements in a random order (Fisher and Yates).
 *
 * @param random a source of numbers from 0 to below 1; passed in, so that a test can draw the same order.
 */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const drawn = [...items];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    [drawn[last], drawn[pick]] = [drawn[pick] as Item, drawn[last] as Item];
  }
  return drawn;
}
