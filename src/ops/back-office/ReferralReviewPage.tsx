import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  opsAcceptFlaggedReferral,
  opsBlockFlaggedReferral,
  opsListFlaggedReferrals,
} from '#contract/ops/referral-endpoints.ts';
import { ToggleChips } from '../../ui/control/ToggleChips.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { ActionForm } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { ListPage } from '../frames/ListPage.tsx';
import { ConsolePageLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { useNavigationStateValue } from '../shoppers/SearchPage.tsx';

/** Lists referrals that do not count until an operator has reviewed them, with the decision for each. */
export function ReferralReviewPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const chosen = useNavigationStateValue('friend');
  const mayJudge = may.includes('referral clear');
  return (
    <ListPage
      title="Referrals in review"
      query={useQuery(endpointQuery(opsListFlaggedReferrals))}
      empty="No referral is flagged. One that looks like a person inviting themselves is listed here."
      columns={[
        [
          'Friend',
          ({ friend }) => (
            <ConsolePageLink to={mayJudge && opsScreenPaths.referrals} state={{ friend }}>
              {friend}
            </ConsolePageLink>
          ),
        ],
        ['Referred by', ({ referrer }) => referrer],
        ['Why it is in review', ({ flags }) => flags.join(', ').replaceAll('_', ' ')],
        ['Joined', ({ joinedAt }) => formatLagosDateTime(joinedAt)],
        ['First order', ({ qualifiedAt }) => (qualifiedAt ? formatLagosDateTime(qualifiedAt) : 'None yet')],
      ]}
    >
      {chosen && mayJudge && <Verdict key={chosen} friend={chosen} />}
    </ListPage>
  );
}

const VERDICTS = {
  clear: { label: 'Count It', busyLabel: 'Saving...', told: 'counts', endpoint: opsAcceptFlaggedReferral },
  block: {
    label: 'Block It',
    busyLabel: 'Blocking...',
    told: 'does not count',
    endpoint: opsBlockFlaggedReferral,
  },
} as const;

function Verdict({ friend }: { friend: string }) {
  const [verdict, setVerdict] = useState<keyof typeof VERDICTS>('clear');
  const { label, busyLabel, told, endpoint } = VERDICTS[verdict];
  return (
    <div className="card stack" data-gap="4">
      <ToggleChips
        label="Decision"
        options={[
          { value: 'clear', label: 'It counts' },
          { value: 'block', label: 'It does not count' },
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <ActionForm
        key={verdict}
        title={friend}
        {...{ label, busyLabel }}
        variant={verdict === 'block' ? 'danger' : 'main'}
        to={endpoint}
        reads={{ email: friend, reason: String }}
        successMessage={() => `The referral of ${friend} ${told}.`}
        leadsTo={opsScreenPaths.referrals}
      />
    </div>
  );
}
