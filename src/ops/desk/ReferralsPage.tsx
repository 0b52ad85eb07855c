import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { opsBlockReferral, opsClearReferral } from '#contract/ops-recovery-endpoints.ts';
import { send } from '../../lib/api-send.ts';
import { Chips } from '../../ui/Chips.tsx';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { useCarried } from '../carried.ts';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { referralsQuery } from './desk-queries.ts';

/** Referrals that do not count until somebody has looked, and the verdict on one of them. */
export function ReferralsPage({ may }: { may: readonly string[] }) {
  const referrals = useQuery(referralsQuery);
  const friend = useCarried('friend');
  const [told, setTold] = useState<string>();
  const mayJudge = may.includes('referral clear');
  return (
    <div className="stack" data-gap="5">
      <h1>Referrals in review</h1>
      {told && <Note kind="success">{told}</Note>}
      {friend && mayJudge && <Verdict key={friend} friend={friend} onJudged={setTold} />}
      <Loaded query={referrals}>
        {(rows) => (
          <Table
            label="Referrals in review"
            rows={rows}
            empty="No referral is flagged."
            keyOf={(row) => row.friend}
            columns={[
              {
                name: 'Friend',
                of: (row) =>
                  mayJudge ? (
                    <Link className="link" to={opsScreens.referrals} state={{ friend: row.friend }}>
                      {row.friend}
                    </Link>
                  ) : (
                    row.friend
                  ),
              },
              { name: 'Brought by', of: ({ referrer }) => referrer },
              { name: 'Because', of: ({ flags }) => flags.join(', ').replaceAll('_', ' ') },
              { name: 'Joined', of: ({ joinedAt }) => lagosTime(joinedAt) },
              {
                name: 'First order',
                of: ({ qualifiedAt }) => (qualifiedAt ? lagosTime(qualifiedAt) : 'None yet'),
              },
            ]}
          />
        )}
      </Loaded>
    </div>
  );
}

const VERDICTS = {
  clear: { label: 'Let It Count', busyLabel: 'Clearing...', told: 'counts', endpoint: opsClearReferral },
  block: { label: 'Block It', busyLabel: 'Blocking...', told: 'does not count', endpoint: opsBlockReferral },
} as const;

interface VerdictProps {
  friend: string;
  onJudged: (told: string) => void;
}

function Verdict({ friend, onJudged }: VerdictProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [verdict, setVerdict] = useState<keyof typeof VERDICTS>('clear');
  const { label, busyLabel, told, endpoint } = VERDICTS[verdict];
  return (
    <div className="card stack" data-gap="4">
      <Chips
        label="Verdict"
        options={[
          { value: 'clear', label: 'It counts' },
          { value: 'block', label: 'It does not count' },
        ]}
        value={verdict}
        onChange={setVerdict}
      />
      <ActForm
        key={verdict}
        title={friend}
        {...{ label, busyLabel }}
        act={async ({ reason = '' }, idempotencyKey) => {
          const reply = await send(endpoint, { body: { email: friend, reason }, idempotencyKey });
          onJudged(`The referral of ${friend} ${told}.`);
          return reply;
        }}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: referralsQuery.queryKey });
          navigate(opsScreens.referrals, { replace: true });
        }}
      />
    </div>
  );
}
