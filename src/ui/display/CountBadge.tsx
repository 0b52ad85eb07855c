import { formatBadgeCount } from '../../lib/format.ts';
import styles from './CountBadge.module.css';

/**
 * Shows a count on a header button: hidden at 0, `99+` above 99. Screen readers get the count from the button's label.
 */
export function CountBadge({ count }: { count: number }) {
  const shown = formatBadgeCount(count);
  return shown === '' ? null : (
    <span className={styles.dot} aria-hidden="true">
      {shown}
    </span>
  );
}
