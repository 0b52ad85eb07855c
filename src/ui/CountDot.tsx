import { badgeCount } from '../lib/format.ts';
import styles from './CountDot.module.css';

/** The figure on a header button: hidden at 0, `99+` above 99. Its button's label says it to readers. */
export function CountDot({ count }: { count: number }) {
  const shown = badgeCount(count);
  return shown === '' ? null : (
    <span className={styles.dot} aria-hidden="true">
      {shown}
    </span>
  );
}
