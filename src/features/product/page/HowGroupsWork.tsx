import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN, PICKUP_PERIOD_DAYS } from '#contract/limits.ts';
import styles from './HowGroupsWork.module.css';

/**
 * Explains a group in three steps. The steps are collapsed until a tap.
 * @source spec section 9 (Policy text)
 */
export function HowGroupsWork({ windowHours }: { windowHours: number }) {
  return (
    <details className={styles.how}>
      <summary>How a group works</summary>
      <ol>
        <li>You join with your share and pay. Only paid units count.</li>
        <li>
          {`The group has ${windowHours} hours to fill. If it does not, you get all your money back, or you may buy alone at the standard price.`}
        </li>
        <li>
          {`Once it is full, your goods come to your pickup centre in ${DELIVERY_DAYS_MIN}-${DELIVERY_DAYS_MAX} days. You collect them within ${PICKUP_PERIOD_DAYS} days.`}
        </li>
      </ol>
    </details>
  );
}
