import type { ReactNode } from 'react';
import styles from './Access.module.css';

interface Row {
  key: string;
  name: ReactNode;
  facts: string;
  acts?: ReactNode;
}

/** Things of one's own, each with what may be done to it. */
export function OwnRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map(({ key, name, facts, acts }) => (
        <li key={key} className={styles.row}>
          <div className={styles.what}>
            <span className="strong">{name}</span>
            <span className="muted small">{facts}</span>
          </div>
          {acts && <div className={styles.acts}>{acts}</div>}
        </li>
      ))}
    </ul>
  );
}
