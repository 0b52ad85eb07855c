import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  opsGroupFail,
  opsGroupResume,
  opsGroupReview,
  opsGroupSecure,
} from '#contract/ops-groups-endpoints.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { OpsGroupReply } from '#contract/schemas/ops-groups.ts';
import { send } from '../../lib/api-send.ts';
import { Chips } from '../../ui/Chips.tsx';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { Says } from '../Says.tsx';
import { groupQuery } from './group-queries.ts';

const MOVES = {
  review: {
    word: 'Stop for a look',
    title: 'Stop the group for a look',
    label: 'Stop the Group',
    busyLabel: 'Stopping...',
    endpoint: opsGroupReview,
  },
  resume: {
    word: 'Let go on',
    title: 'Let the group go on where it was',
    label: 'Let It Go On',
    busyLabel: 'Letting it go on...',
    endpoint: opsGroupResume,
  },
  secure: {
    word: 'Secure',
    title: 'Secure the group, which has its minimum',
    label: 'Secure the Group',
    busyLabel: 'Securing...',
    endpoint: opsGroupSecure,
  },
  fail: {
    word: 'Fail',
    title: 'Fail the group and pay back what was not collected',
    label: 'Fail the Group',
    busyLabel: 'Failing...',
    endpoint: opsGroupFail,
  },
} as const;
type Move = keyof typeof MOVES;

/** What can be done with a group as it stands: one move at a time, its figures first. */
export function GroupMoves({ group, may }: { group: OpsGroupReply['data']; may: readonly string[] }) {
  const queryClient = useQueryClient();
  const { groupId, status } = group;
  const possible = movesOf(status).filter((move) => may.includes(`group ${move}`));
  const [wanted, setWanted] = useState<Move>();
  // Outlives the form, whose move is none any more once it is made.
  const [told, setTold] = useState<string>();
  const chosen = possible.find((move) => move === wanted) ?? possible[0];
  if (!chosen) return told && <Note kind="success">{told}</Note>;
  const { title, label, busyLabel, endpoint } = MOVES[chosen];
  return (
    <section className="stack" data-gap="4">
      {told && <Note kind="success">{told}</Note>}
      {possible.length > 1 && (
        <Chips
          label="What to do"
          options={possible.map((value) => ({ value, label: MOVES[value].word }))}
          value={chosen}
          onChange={setWanted}
        />
      )}
      <ActForm
        key={chosen}
        {...{ title, label, busyLabel }}
        variant={chosen === 'fail' ? 'danger' : 'soft'}
        preview={async ({ reason = '' }) => {
          const { data } = await send(endpoint, { params: { groupId }, body: { reason, dryRun: true } });
          return <Says says={data.says} />;
        }}
        act={async ({ reason = '' }, idempotencyKey) => {
          const reply = await send(endpoint, { params: { groupId }, body: { reason }, idempotencyKey });
          setTold(reply.data.status && `The group is now: ${statusLabel(reply.data.status)}.`);
          return reply;
        }}
        onDone={() => queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey })}
      />
    </section>
  );
}

function movesOf(status: string): Move[] {
  if (status === 'manual_review') return ['resume', 'secure', 'fail'];
  return status === 'failed' || status === 'refunded' || status === 'delivered' ? [] : ['review'];
}
