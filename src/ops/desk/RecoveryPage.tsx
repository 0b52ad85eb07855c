import { useQuery } from '@tanstack/react-query';
import { opsRecovery } from '#contract/ops-recovery-endpoints.ts';
import { readablePhone } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { FilterChips, ListPage, useFilters } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { reading } from '../frames/read.ts';
import { pageOf } from '../screens.ts';
import { lagosTime } from '../words.ts';

const STATUSES = [
  { label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Turned down' },
  { value: 'expired', label: 'Expired' },
] as const;

/** Who has lost their recovery key and asks for a temporary one; those whose phone is the account's, then the oldest, first. */
export function RecoveryPage() {
  const filters = useFilters(['status']);
  const decided = STATUSES.find((one) => 'value' in one && one.value === filters.chosen.status);
  const status = decided && 'value' in decided ? decided.value : 'open';
  return (
    <ListPage
      title="Recovery requests"
      query={useQuery(reading(opsRecovery, { query: { status } }))}
      empty="There are no such requests."
      keyOf={({ id }) => id}
      columns={[
        [
          'Account',
          ({ id, email, accountName }) => {
            const name = accountName ?? email;
            return status === 'open' ? <PageLink to={pageOf('recoveryRequest', id)}>{name}</PageLink> : name;
          },
        ],
        ['E-mail', ({ email }) => email],
        ['Phone of the request', ({ phone }) => readablePhone(phone)],
        [
          'Phones',
          ({ accountName, phoneMatches }) =>
            accountName === null ? (
              'No such account'
            ) : (
              <Badge tone={phoneMatches ? 'success' : 'plain'}>{phoneMatches ? 'Same' : 'Differ'}</Badge>
            ),
        ],
        ['Asked', ({ createdAt }) => lagosTime(createdAt)],
      ]}
    >
      <FilterChips filters={filters} name="status" label="Status" options={STATUSES} />
    </ListPage>
  );
}
