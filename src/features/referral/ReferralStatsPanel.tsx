import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNaira } from '#contract/money.ts';
import { plural } from '../../lib/format.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { isReferralUnknown, ReferralUnknown } from './ReferralUnknown.tsx';
import { EMPTY_REFERRAL_STATS, referralStatsQuery } from './referral-queries.ts';

export function ReferralStatsPanel({ userId }: { userId: string }) {
  const query = useQuery(referralStatsQuery(userId));
  const stats = query.data ?? EMPTY_REFERRAL_STATS;
  return (
    <section className="card stack" aria-labelledby="referral-stats">
      <h2 id="referral-stats">Your Referral Stats</h2>
      {isReferralUnknown(query) ? (
        <ReferralUnknown query={query} />
      ) : (
        <Stats columns="three">
          <Stat label="Total Referrals">{formatCount(stats.totalReferrals)}</Stat>
          <Stat
            label="Bonus Earned"
            note={stats.completedRounds > 0 ? `(${plural(stats.completedRounds, 'round')})` : undefined}
          >
            {formatNaira(stats.bonusEarned)}
          </Stat>
          <Stat label="Referrals to Next Bonus">{formatCount(stats.remainingForBonus)}</Stat>
        </Stats>
      )}
    </section>
  );
}
