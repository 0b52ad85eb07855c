import { screenPaths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/control/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import styles from './ReferralBanner.module.css';

export function ReferralBanner() {
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
      <ButtonLink to={screenPaths.referral}>Start Earning Now</ButtonLink>
    </section>
  );
}
