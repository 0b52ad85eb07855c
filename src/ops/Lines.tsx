import type { ReactNode } from 'react';
import styles from './Lists.module.css';

interface Props<Row> {
  title: string;
  rows: readonly Row[];
  empty: string;
  /** What stands left and right of a line. */
  children: (row: Row) => readonly [ReactNode, ReactNode];
}

/** A titled list of one-line facts. */
export function Lines<Row>({ title, rows, empty, children }: Props<Row>) {
  return (
    <section className="stack" data-gap="2">
      <h2>{title}</h2>
      {rows.length === 0 && <p className="muted">{empty}</p>}
      <ul className={styles.list}>
        {rows.map((row, index) => {
          const [left, right] = children(row);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read whole and never reordered
            <li key={index} className={styles.line}>
              <span>{left}</span>
              <span className="muted small">{right}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
