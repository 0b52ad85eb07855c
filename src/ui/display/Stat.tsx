import type { ReactNode } from 'react';
import styles from './Stat.module.css';

interface StatsProps {
  /** `three`: three columns where they fit. `fit`: as many columns as fit. */
  columns?: 'fit' | 'three';
  children: ReactNode;
}

export function StatList({ columns = 'fit', children }: StatsProps) {
  return (
    <dl className={styles.stats} data-columns={columns}>
      {children}
    </dl>
  );
}

interface StatProps {
  label: string;
  children: ReactNode;
  /** Short text that follows the value. */
  note?: string | undefined;
}

export function StatItem({ label, children, note }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}
