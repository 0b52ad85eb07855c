import type { UseQueryResult } from '@tanstack/react-query';
import { DataUnavailable } from '../../ui/DataUnavailable.tsx';

type Asked = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'fetchStatus' | 'refetch'>;

/** True without data and without a running fetch: then a count must not show as zero. */
export function isReferralDataMissing({ data, error, fetchStatus }: Asked): boolean {
  return !data && (fetchStatus === 'paused' || error !== null);
}

/** Replaces a panel's figures when they are unknown. */
export function ReferralDataUnavailable({ query }: { query: Asked }) {
  return (
    <DataUnavailable
      isOffline={query.fetchStatus === 'paused'}
      failed="Your referrals could not be loaded."
      onRetry={() => void query.refetch()}
    />
  );
}
