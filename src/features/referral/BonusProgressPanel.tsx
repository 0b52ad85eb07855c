import { useQuery } from '@tanstack/react-query';
import { IconDisc } from '../../ui/icon/IconDisc.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { getBonusProgress } from './bonus-progress.ts';
import styles from './Referral.module.css';
import { isReferralDataMissing, ReferralDataUnavailableMessage } from './ReferralDataUnavailableMessage.tsx';
import {
  EMPTY_REFERRAL_INFO,
  EMPTY_REFERRAL_STATS,
  referralInfoQuery,
  referralStatsQuery,
} from './referral-queries.ts';

export function BonusProgressPanel({ userId }: { userId: string }) {
  const info = useQuery(referralInfoQuery(userId));
  const stats = useQuery(referralStatsQuery(userId)).data ?? EMPTY_REFERRAL_STATS;
  const view = getBonusProgress(info.data ?? EMPTY_REFERRAL_INFO, stats.bonusEarned);
  const steps = Array.from({ length: view.needed }, (_, index) => index < view.current);
  return (
    <section className="card stack" aria-labelledby="bonus-progress">
      <div className="row">
        <IconDisc icon="gift" tone="maize" />
        <h2 id="bonus-progress">Bonus Progress</h2>
      </div>
      {isReferralDataMissing(info) ? (
        <ReferralDataUnavailableMessage query={info} />
      ) : (
        <>
          <div
            className={`row ${styles.steps}`}
            data-gap="2"
            role="progressbar"
            aria-valuenow={view.current}
            aria-valuemin={0}
            aria-valuemax={view.needed}
            aria-label="Referrals towards the next bonus"
          >
            {steps.map((isDone, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change order
              <span key={index} data-done={isDone || undefined} />
            ))}
          </div>
          <div className="row small" data-justify="between">
            <span className="muted">Current / needed</span>
            <strong className="num">{`${view.current} / ${view.needed}`}</strong>
          </div>
          <p className={styles.message}>{view.message}</p>
          {view.rounds && <p className="small muted">{view.rounds}</p>}
          <MessageBox role="note" kind={view.isReceived ? 'success' : 'info'}>
            {view.footer}
          </MessageBox>
        </>
      )}
    </section>
  );
}
