/** Formats `1 spot`, `2 spots`. */
export function formatCountWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
