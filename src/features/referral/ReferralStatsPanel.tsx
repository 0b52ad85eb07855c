import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNaira } from '#contract/money.ts';
import { plural } from '../../lib/format.ts';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { hasNoAnswer, ReferralUnknown } from './ReferralUnknown.tsx';
import { NO_STATS, referralStats } from './referral-queries.ts';

export function ReferralStatsPanel({ userId }: { userId: string }) {
  const query = useQuery(referralStats(userId));
  const stats = query.data ?? NO_STATS;
  return (
    <section className="card stack" aria-labelledby="referral-stats">
      <h2 id="referral-stats">Your Referral Stats</h2>
      {hasNoAnswer(query) ? (
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
