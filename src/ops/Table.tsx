import type { ReactNode } from 'react';
import styles from './Table.module.css';

interface Column<Row> {
  name: string;
  of: (row: Row) => ReactNode;
  /** Of figures: right-aligned, digits under digits. */
  isFigure?: boolean;
}

interface Props<Row> {
  /** Its name for readers. */
  label: string;
  rows: readonly Row[];
  /** What stands there when there are none. */
  empty: string;
  keyOf: (row: Row) => string | number;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
}

/** A list to compare: a table where there is room, on a phone one block a row with the columns' names. */
export function Table<Row>({ label, rows, empty, keyOf, columns: [head, ...rest] }: Props<Row>) {
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">{head?.name}</th>
          {rest.map(({ name, isFigure }) => (
            <th key={name} scope="col" data-figure={isFigure}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{head?.of(row)}</th>
            {rest.map(({ name, of, isFigure }) => (
              <td key={name} data-name={name} data-figure={isFigure}>
                <span>{of(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
