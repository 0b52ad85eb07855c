import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN, PICKUP_PERIOD_DAYS } from '#contract/limits.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import type { IconName } from '../../../ui/icon/icon-paths.ts';
import styles from './BuyPolicy.module.css';

export function GroupBuyPolicy({ windowHours }: { windowHours: number }) {
  const rules: readonly (readonly [IconName, string])[] = [
    ['users', 'Discounts apply only when the minimum number of buyers is reached.'],
    [
      'box',
      `Delivery begins once the group is full and is expected within ${DELIVERY_DAYS_MIN}-${DELIVERY_DAYS_MAX} days.`,
    ],
    [
      'timer',
      `If the group does not complete within ${windowHours} hours, you are refunded or may switch to a solo purchase at the standard price.`,
    ],
    ['lock', 'Orders cannot be changed once the group is full.'],
    ['pin', `Orders must be picked up within ${PICKUP_PERIOD_DAYS} days. There is no home delivery.`],
  ];
  return (
    <section className="card stack" aria-labelledby="policy">
      <h2 id="policy">Community buy policy</h2>
      <ul className={`stack ${styles.policy}`}>
        {rules.map(([icon, rule]) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
