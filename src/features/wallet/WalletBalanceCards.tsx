import { formatNaira } from '#contract/rules/money/money.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { PriceText } from '../../ui/display/Money.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import styles from './WalletBalanceCards.module.css';
import type { ReferralEarnings } from './wallet-figures.ts';

interface Props {
  /** Whole naira. */
  balanceNaira: number;
  /** Amount that is reserved for a pending card payment, whole naira. */
  heldNaira: number;
  earnings: ReferralEarnings;
}

export function WalletBalanceCards({ balanceNaira, heldNaira, earnings }: Props) {
  const { rounds, earnedNaira } = earnings;
  return (
    <div className="two">
      <MoneyCard label="Wallet Balance" end={<Icon name="wallet" />}>
        <PriceText naira={balanceNaira} size="hero" />
        <span className={styles.small}>
          {heldNaira > 0
            ? `${formatNaira(heldNaira)} is on hold for a payment in progress`
            : 'Ready to use at checkout'}
        </span>
      </MoneyCard>
      <MoneyCard
        label="Referral Earnings"
        isReward
        end={
          <LabelBadge tone="glass">
            {rounds > 0 ? formatCountWithNoun(rounds, 'round') : 'Growing'}
          </LabelBadge>
        }
      >
        <div>
          <PriceText naira={earnedNaira} size="hero" />
          <p className={styles.small}>
            {rounds > 0 ? `Completed ${rounds} round(s)` : 'Total earned from referrals'}
          </p>
        </div>
        <span className="row" data-justify="between" data-wrap="">
          <span className={styles.small}>Reward Card</span>
          <Icon name="gift" />
        </span>
      </MoneyCard>
    </div>
  );
}

interface CardProps {
  label: string;
  isReward?: boolean;
  end: TextFreeChildren;
  children: TextFreeChildren;
}

function MoneyCard({ label, isReward, end, children }: CardProps) {
  return (
    <section className={styles.card} data-reward={isReward || undefined} aria-label={label}>
      <div className="row" data-justify="between" data-wrap="">
        <strong>{label}</strong>
        {end}
      </div>
      {children}
    </section>
  );
}
