import type { ReactNode } from 'react';
import styles from './Stat.module.css';

interface StatsProps {
  /** three: side by side while their figures have room. fit: as many as have room. */
  columns?: 'fit' | 'three';
  children: ReactNode;
}

/** A row of figures. */
export function Stats({ columns = 'fit', children }: StatsProps) {
  return (
    <dl className={styles.stats} data-columns={columns}>
      {children}
    </dl>
  );
}

interface StatProps {
  label: string;
  children: ReactNode;
  /** A word under the figure. */
  note?: string | undefined;
}

/** One figure with its name. */
export function Stat({ label, children, note }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
