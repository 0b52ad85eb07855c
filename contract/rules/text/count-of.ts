/** Formats a count with its noun in singular or plural: `1 spot`, `2 spots`. */
export function formatCountWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const SHOWN_ROWS = 8;

/** Formats row numbers: `row 2` or `rows 2, 3`. From the ninth number on only the count follows: `and 5 more`. */
export function formatRowNumbers(rowNumbers: readonly number[]): string {
  const more = rowNumbers.length > SHOWN_ROWS ? ` and ${rowNumbers.length - SHOWN_ROWS} more` : '';
  return `row${rowNumbers.length === 1 ? '' : 's'} ${rowNumbers.slice(0, SHOWN_ROWS).join(', ')}${more}`;
}
