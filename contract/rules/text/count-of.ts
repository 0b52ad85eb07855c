/** Formats a count with its noun in singular or plural: `1 spot`, `2 spots`. */
export function formatCountWithNoun(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const SHOWN_ROWS = 8;

/** Formats row numbers: `row 2` or `rows 2, 3`. From the ninth number on only the count follows: `and 5 more`. */
export function formatRowNumbers(rows: readonly number[]): string {
  const more = rows.length > SHOWN_ROWS ? ` and ${rows.length - SHOWN_ROWS} more` : '';
  return `row${rows.length === 1 ? '' : 's'} ${rows.slice(0, SHOWN_ROWS).join(', ')}${more}`;
}
