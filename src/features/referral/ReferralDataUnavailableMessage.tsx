import type { UseQueryResult } from '@tanstack/react-query';
import { DataUnavailableMessage } from '../../ui/message/DataUnavailableMessage.tsx';

type PanelQuery = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'fetchStatus' | 'refetch'>;

/**
 * True when there is no data and none is being fetched. The panel then shows a message, because a count of zero would
 * be wrong.
 */
export function isReferralDataMissing({ data, error, fetchStatus }: PanelQuery): boolean {
  return !data && (fetchStatus === 'paused' || error !== null);
}

/** Shows a message in place of a referral panel's counts and amounts when they are unknown. */
export function ReferralDataUnavailableMessage({ query }: { query: PanelQuery }) {
  return (
    <DataUnavailableMessage
      isOffline={query.fetchStatus === 'paused'}
      message="Your referrals could not be loaded."
      onRetry={() => void query.refetch()}
    />
  );
}
