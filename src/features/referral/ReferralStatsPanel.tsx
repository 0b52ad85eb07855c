import { useQuery } from '@tanstack/react-query';
import { formatInteger, formatNaira } from '#contract/rules/money/money.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { StatItem, StatList } from '../../ui/display/Stat.tsx';
import { isReferralDataMissing, ReferralDataUnavailableMessage } from './ReferralDataUnavailableMessage.tsx';
import { EMPTY_REFERRAL_STATS, referralStatsQuery } from './referral-queries.ts';

export function ReferralStatsPanel({ userId }: { userId: string }) {
  const query = useQuery(referralStatsQuery(userId));
  const stats = query.data ?? EMPTY_REFERRAL_STATS;
  return (
    <section className="card stack" aria-labelledby="referral-stats">
      <h2 id="referral-stats">Your Referral Stats</h2>
      {isReferralDataMissing(query) ? (
        <ReferralDataUnavailableMessage query={query} />
      ) : (
        <StatList columns="three">
          <StatItem label="Total Referrals">{formatInteger(stats.totalReferrals)}</StatItem>
          <StatItem
            label="Bonus Earned"
            note={
              stats.completedRounds > 0
                ? `(${formatCountWithNoun(stats.completedRounds, 'round')})`
                : undefined
            }
          >
            {formatNaira(stats.bonusEarned)}
          </StatItem>
          <StatItem label="Referrals to Next Bonus">{formatInteger(stats.remainingForBonus)}</StatItem>
        </StatList>
      )}
    </section>
  );
}
