import type { ImportRowError } from '../import-rules.ts';

/** A line of the import's report, which says what the import did with one column's cells in these rows. */
export interface ShopPlatformColumnNote {
  rows: number[];
  column: string;
  outcome: 'taken' | 'changed' | 'left_out';
  message: string;
}

export interface ShopPlatformImportReport {
  errors: ImportRowError[];
  note(row: number, column: string, outcome: ShopPlatformColumnNote['outcome'], message: string): void;
  /** @returns the notes in the order of the table's columns, then by outcome. */
  listNotes(columns: readonly string[]): ShopPlatformColumnNote[];
}

/** Collects notes. Equal notes of several rows become one, because hundreds of rows may have the same outcome. */
export function createShopPlatformImportReport(): ShopPlatformImportReport {
  const notes = new Map<string, ShopPlatformColumnNote>();
  const order = ['taken', 'changed', 'left_out'];
  return {
    errors: [],
    note(row, column, outcome, message) {
      const key = JSON.stringify([column, outcome, message]);
      const known = notes.get(key) ?? { rows: [], column, outcome, message };
      if (!known.rows.includes(row)) known.rows.push(row);
      notes.set(key, known);
    },
    listNotes: (columns) =>
      [...notes.values()].sort(
        (one, other) =>
          columns.indexOf(one.column) - columns.indexOf(other.column) ||
          order.indexOf(one.outcome) - order.indexOf(other.outcome),
      ),
  };
}
