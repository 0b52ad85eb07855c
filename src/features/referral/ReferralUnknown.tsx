import type { UseQueryResult } from '@tanstack/react-query';
import { NotOnPhone } from '../../ui/NotOnPhone.tsx';

type Asked = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'fetchStatus' | 'refetch'>;

/** No answer is there and none is awaited: then nobody knows whether a count is nought. */
export function hasNoAnswer({ data, error, fetchStatus }: Asked): boolean {
  return !data && (fetchStatus === 'paused' || error !== null);
}

/** In place of a panel's figures. */
export function ReferralUnknown({ query }: { query: Asked }) {
  return (
    <NotOnPhone
      isOffline={query.fetchStatus === 'paused'}
      failed="Your referrals could not be loaded."
      onRetry={() => void query.refetch()}
    />
  );
}
