import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsBlockReferral, opsClearReferral, opsReferrals } from '#contract/ops-recovery-endpoints.ts';
import { Chips } from '../../ui/Chips.tsx';
import { lagosTime } from '../display-text.ts';
import { useLinkState } from '../FindPage.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { ListPage } from '../frames/ListPage.tsx';
import { PageLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';

/** Lists referrals that do not count until an operator has reviewed them, with the decision for each. */
export function ReferralsPage({ may }: Pick<ScreenProps, 'may'>) {
  const chosen = useLinkState('friend');
  const mayJudge = may.includes('referral clear');
  return (
    <ListPage
      title="Referrals in review"
      query={useQuery(endpointQuery(opsReferrals))}
      empty="No referral is flagged."
      columns={[
        [
          'Friend',
          ({ friend }) => (
            <PageLink to={mayJudge && opsScreens.referrals} state={{ friend }}>
              {friend}
            </PageLink>
          ),
        ],
        ['Referred by', ({ referrer }) => referrer],
        ['Why it is in review', ({ flags }) => flags.join(', ').replaceAll('_', ' ')],
        ['Joined', ({ joinedAt }) => lagosTime(joinedAt)],
        ['First order', ({ qualifiedAt }) => (qualifiedAt ? lagosTime(qualifiedAt) : 'None yet')],
      ]}
    >
      {chosen && mayJudge && <Verdict key={chosen} friend={chosen} />}
    </ListPage>
  );
}

const VERDICTS = {
  clear: { label: 'Count It', busyLabel: 'Saving...', told: 'counts', endpoint: opsClearReferral },
  block: { label: 'Block It', busyLabel: 'Blocking...', told: 'does not count', endpoint: opsBlockReferral },
} as const;

function Verdict({ friend }: { friend: string }) {
  const [verdict, setVerdict] = useState<keyof typeof VERDICTS>('clear');
  const { label, busyLabel, told, endpoint } = VERDICTS[verdict];
  return (
    <div className="card stack" data-gap="4">
      <Chips
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
        to={endpoint}
        reads={{ email: friend, reason: String }}
        told={() => `The referral of ${friend} ${told}.`}
        leadsTo={opsScreens.referrals}
      />
    </div>
  );
}
