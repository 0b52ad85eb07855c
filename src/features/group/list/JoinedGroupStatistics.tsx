import { useQuery } from '@tanstack/react-query';
import { formatInteger, formatNaira } from '#contract/rules/money/money.ts';
import type { JoinedGroupStats } from '#contract/schemas/group.ts';
import { groupTexts } from '#contract/texts.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { StatItem, StatList } from '../../../ui/display/Stat.tsx';
import { UpdatedAgoText } from '../../../ui/display/UpdatedAgoText.tsx';
import { DataUnavailableMessage } from '../../../ui/message/DataUnavailableMessage.tsx';
import { ErrorMessageBox } from '../../../ui/message/ErrorMessageBox.tsx';
import { joinedGroupStatsQuery } from '../group-queries.ts';

const NOTHING: JoinedGroupStats = {
  total: 0,
  forming: 0,
  successful: 0,
  failed: 0,
  totalSpent: 0,
  totalUnits: 0,
};

/** Shows the member's statistics. After a failed load it shows zeros and a message. @source spec sections 7 and 8 */
export function JoinedGroupStatistics({ userId }: { userId: string }) {
  const { data, error, dataUpdatedAt, fetchStatus, refetch } = useQuery(joinedGroupStatsQuery(userId));
  const isUnknown = !data && !error && fetchStatus === 'paused';
  const isLoading = !data && !error && !isUnknown;
  const stats = data ?? NOTHING;
  const figure = (value: string) => (isLoading ? <Skeleton shape="title" width="half" /> : value);
  return (
    <section className="stack" aria-busy={isLoading} aria-labelledby="group-statistics">
      <h2 id="group-statistics">Group Buy Statistics</h2>
      {error && !data && (
        <ErrorMessageBox onRetry={() => void refetch()}>{groupTexts.statisticsFailed}</ErrorMessageBox>
      )}
      {isUnknown ? (
        <DataUnavailableMessage
          isOffline
          message={groupTexts.statisticsFailed}
          onRetry={() => void refetch()}
        />
      ) : (
        <StatList>
          <StatItem label="Total">{figure(formatInteger(stats.total))}</StatItem>
          <StatItem label="Forming">{figure(formatInteger(stats.forming))}</StatItem>
          <StatItem label="Successful">{figure(formatInteger(stats.successful))}</StatItem>
          <StatItem label="Failed">{figure(formatInteger(stats.failed))}</StatItem>
          <StatItem label="Total spent">{figure(formatNaira(stats.totalSpent))}</StatItem>
          <StatItem label="Total units">{figure(formatInteger(stats.totalUnits))}</StatItem>
        </StatList>
      )}
      <UpdatedAgoText updatedAt={dataUpdatedAt} staleMs={QUERY_STALE_TIME_MS.lists} />
    </section>
  );
}
