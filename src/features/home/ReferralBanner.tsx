import { useSyncExternalStore } from 'react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReferralBanner.module.css';

const neverChanges = () => () => {};

/** What a referral earns, and the way there. */
export function ReferralBanner() {
  const isBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <section className={styles.bonus} aria-labelledby="bonus">
      <h2 id="bonus">500 naira bonus for every 3 successful referrals</h2>
      <ul>
        <li>
          <Icon name="check" size="sm" />
          Unlimited earning
        </li>
        <li>
          <Icon name="check" size="sm" />
          Easy tracking
        </li>
      </ul>
      <ButtonLink to={paths.referral}>Start Earning Now</ButtonLink>
      {isBrowser && <Coins />}
    </section>
  );
}

/** Only wide screens show them: the first bytes of the page do without. */
function Coins() {
  return (
    <svg className={styles.coins} viewBox="0 0 136 136" width="136" height="136" aria-hidden="true">
      <circle cx="92" cy="44" r="34" className={styles.coin} />
      <circle cx="92" cy="44" r="26" className={styles.rim} />
      <path d="M82 56V32l20 24V32M78 41h28M78 48h28" className={styles.sign} />
      <circle cx="34" cy="26" r="4" className={styles.spark} />
      <circle cx="50" cy="78" r="3" className={styles.spark} />
      <circle cx="46" cy="48" r="3" className={styles.leaf} />
    </svg>
  );
}
