import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { readablePhone } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ChipLinks } from '../../ui/ChipLinks.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens, pageOf } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { recoveryQuery } from './desk-queries.ts';

const STATUSES = [
  { value: 'open', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Turned down' },
  { value: 'expired', label: 'Expired' },
] as const;

/** Who has lost their recovery key and asks for a temporary one; those whose phone is the account's, then the oldest, first. */
export function RecoveryPage() {
  const asked = new URLSearchParams(useLocation().search).get('status');
  const status = STATUSES.find(({ value }) => value === asked)?.value ?? 'open';
  const requests = useQuery(recoveryQuery(status));
  return (
    <div className="stack" data-gap="5">
      <h1>Recovery requests</h1>
      <ChipLinks
        label="Status"
        links={STATUSES.map(({ value, label }) => ({
          label,
          to: value === 'open' ? opsScreens.recovery : `${opsScreens.recovery}?status=${value}`,
          isCurrent: value === status,
        }))}
      />
      <Loaded query={requests}>
        {(rows) => (
          <Table
            label="Recovery requests"
            rows={rows}
            empty="There are no such requests."
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'Account',
                of: ({ id, email, accountName }) =>
                  status === 'open' ? (
                    <Link className="link" to={pageOf('recoveryRequest', id)}>
                      {accountName ?? email}
                    </Link>
                  ) : (
                    (accountName ?? email)
                  ),
              },
              { name: 'E-mail', of: ({ email }) => email },
              { name: 'Phone of the request', of: ({ phone }) => readablePhone(phone) },
              {
                name: 'Phones',
                of: ({ accountName, phoneMatches }) =>
                  accountName === null ? (
                    'No such account'
                  ) : (
                    <Badge tone={phoneMatches ? 'success' : 'plain'}>
                      {phoneMatches ? 'Same' : 'Differ'}
                    </Badge>
                  ),
              },
              { name: 'Asked', of: ({ createdAt }) => lagosTime(createdAt) },
            ]}
          />
        )}
      </Loaded>
    </div>
  );
}
