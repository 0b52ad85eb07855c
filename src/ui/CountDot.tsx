import { formatBadgeCount } from '../lib/format.ts';
import styles from './CountDot.module.css';

/** Shows the count on a header button: hidden at 0, `99+` above 99. The button's label announces it. */
export function CountBadge({ count }: { count: number }) {
  const shown = formatBadgeCount(count);
  return shown === '' ? null : (
    <span className={styles.dot} aria-hidden="true">
      {shown}
    </span>
  );
}
