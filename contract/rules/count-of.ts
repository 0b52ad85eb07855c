/** A number with its noun, as a sentence has it: "1 batch", "2 batches". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
