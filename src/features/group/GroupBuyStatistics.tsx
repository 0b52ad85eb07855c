import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNaira } from '#contract/money.ts';
import type { GroupStats } from '#contract/schemas/group.ts';
import { groupTexts } from '#contract/texts.ts';
import { STALE_MS } from '../../lib/cache-times.ts';
import { DataUnavailable } from '../../ui/DataUnavailable.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stat, Stats } from '../../ui/Stat.tsx';
import { UpdatedAgo } from '../../ui/UpdatedAgo.tsx';
import { myGroupStatsQuery } from './group-queries.ts';

const NOTHING: GroupStats = {
  total: 0,
  forming: 0,
  successful: 0,
  failed: 0,
  totalSpent: 0,
  totalUnits: 0,
};

/**
 * A failed load shows zeros and a message, as specified; offline without saved figures it shows none.
 * @source spec sections 7 and 8
 */
export function GroupBuyStatistics({ userId }: { userId: string }) {
  const { data, error, dataUpdatedAt, fetchStatus, refetch } = useQuery(myGroupStatsQuery(userId));
  const isUnknown = !data && !error && fetchStatus === 'paused';
  const isLoading = !data && !error && !isUnknown;
  const stats = data ?? NOTHING;
  const figure = (value: string) => (isLoading ? <Skeleton shape="title" width="half" /> : value);
  return (
    <section className="stack" aria-busy={isLoading} aria-labelledby="group-statistics">
      <h2 id="group-statistics">Group Buy Statistics</h2>
      {error && !data && <ErrorNote onRetry={() => void refetch()}>{groupTexts.statisticsFailed}</ErrorNote>}
      {isUnknown ? (
        <DataUnavailable isOffline failed={groupTexts.statisticsFailed} onRetry={() => void refetch()} />
      ) : (
        <Stats>
          <Stat label="Total">{figure(formatCount(stats.total))}</Stat>
          <Stat label="Forming">{figure(formatCount(stats.forming))}</Stat>
          <Stat label="Successful">{figure(formatCount(stats.successful))}</Stat>
          <Stat label="Failed">{figure(formatCount(stats.failed))}</Stat>
          <Stat label="Total spent">{figure(formatNaira(stats.totalSpent))}</Stat>
          <Stat label="Total units">{figure(formatCount(stats.totalUnits))}</Stat>
        </Stats>
      )}
      <UpdatedAgo updatedAt={dataUpdatedAt} staleMs={STALE_MS.lists} />
    </section>
  );
}
