import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsUndoMove } from '#contract/ops-pickup-endpoints.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { OpsMovesReply } from '#contract/schemas/ops-pickup.ts';
import { send } from '../../lib/api-send.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { ActForm } from '../ActForm.tsx';
import { Loaded } from '../Loaded.tsx';
import { lagosTime } from '../words.ts';
import styles from './Pickup.module.css';
import { movesQuery, refreshPickup } from './pickup-queries.ts';

type Move = OpsMovesReply['data'][number];

/** The last moves of a centre, each of which can be taken back until something of it is collected. */
export function RecentMoves({ centre }: { centre: string }) {
  const queryClient = useQueryClient();
  const moves = useQuery(movesQuery(centre));
  const [chosen, setChosen] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <section className={`${styles.controls} ${styles.narrow} stack`} data-gap="3">
      <h2>Take back a wrong move</h2>
      {done && <Note kind="success">{done}</Note>}
      <Loaded query={moves}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">There is no move of the last 7 days to take back.</p>
          ) : (
            <ul className={styles.found}>
              {all.map((move) => (
                <li key={move.moveId} className={styles.card}>
                  {move.moveId === chosen ? (
                    <ActForm
                      title={stepOf(move)}
                      label="Take It Back"
                      busyLabel="Taking back..."
                      act={async ({ reason = '' }, idempotencyKey) => {
                        const { moveId } = move;
                        const reply = await send(opsUndoMove, {
                          ...{ params: { moveId }, body: { reason }, idempotencyKey },
                        });
                        setDone(wordsOf(reply.data.takenBack, move));
                        return reply;
                      }}
                      onDone={() => {
                        setChosen(null);
                        refreshPickup(queryClient, centre);
                      }}
                    >
                      <Batches move={move} />
                    </ActForm>
                  ) : (
                    <div className="stack" data-gap="2">
                      <p className="strong">{stepOf(move)}</p>
                      <Batches move={move} />
                      <Button variant="line" small onClick={() => setChosen(move.moveId)}>
                        Take Back
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function stepOf({ from, to }: Move): string {
  return `${statusLabel(from)} to ${statusLabel(to)}`;
}

function wordsOf(takenBack: number, { from, batches }: Move): string {
  return `${takenBack} of ${batches.length} went back to ${statusLabel(from)}.`;
}

/** What a move has moved, its time and its operator. */
function Batches({ move: { batches, movedAt, movedBy } }: { move: Move }) {
  return (
    <>
      <p className="muted small">{`${lagosTime(movedAt)} by ${movedBy.replace(/^operator:/, '')}`}</p>
      <ul>
        {batches.map(({ groupId, product, stays }) => (
          <li key={groupId}>{stays ? `${product} stays: ${stays}` : product}</li>
        ))}
      </ul>
    </>
  );
}
