import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsMoves, opsPickupPlan, opsUndoMove } from '#contract/ops-pickup-endpoints.ts';
import { statusLabel } from '#contract/rules/group-status.ts';
import type { OpsMovesReply } from '#contract/schemas/ops-pickup.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ActionForm, Told } from '../frames/ActionForm.tsx';
import { List, Part } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { reading } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';
import { lagosTime, nameOf } from '../words.ts';
import { MOVED, MoveBatches } from './MoveBatches.tsx';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';

/** What to buy and pack for a centre, and moving its batches on. */
export function PlanPage({ may }: Pick<ScreenProps, 'may'>) {
  return (
    <PickupFrame title="Pickup plan" to={opsScreens.pickupPlan} may={may}>
      {({ code, name }) => (
        <>
          <Plan centre={code} name={name} />
          {may.includes('batch move') && <MoveBatches key={code} centre={code} />}
          {may.includes('batch undo') && <RecentMoves centre={code} />}
        </>
      )}
    </PickupFrame>
  );
}

function Plan({ centre, name }: { centre: string; name: string }) {
  return (
    <Part title={`To buy and pack for ${name}`}>
      <List
        label="To buy and pack"
        query={useQuery(reading(opsPickupPlan, { params: { centre } }))}
        empty="Nothing is to be bought or packed."
        keyOf={({ product, unit, stage }) => `${product} ${unit} ${stage}`}
        columns={[
          ['Product', ({ product }) => product],
          ['Unit', ({ unit }) => unit ?? 'each'],
          ['Stage', ({ stage }) => <StatusBadge status={stage} />],
          ['Quantity', ({ quantity }) => quantity, 'figure'],
          ['Base units', ({ baseUnits }) => baseUnits, 'figure'],
          ['Orders', ({ orders }) => orders, 'figure'],
        ]}
      />
    </Part>
  );
}

type Move = OpsMovesReply['data'][number];

/** The last moves of a centre, each of which can be taken back until something of it is collected. */
function RecentMoves({ centre }: { centre: string }) {
  const moves = useQuery(reading(opsMoves, { params: { centre } }));
  return (
    <section className={`${styles.controls} ${styles.narrow} stack`} data-gap="3">
      <h2>Take back a wrong move</h2>
      <Told>
        <Loaded query={moves}>
          {(all) =>
            all.length === 0 ? (
              <p className="muted">There is no move of the last 7 days to take back.</p>
            ) : (
              <ul className={styles.found}>
                {all.map((move) => (
                  <li key={move.moveId} className={styles.card}>
                    <RecentMove move={move} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Told>
    </section>
  );
}

function RecentMove({ move }: { move: Move }) {
  const { moveId, from, to, batches } = move;
  const [isChosen, setChosen] = useState(false);
  const title = `${statusLabel(from)} to ${statusLabel(to)}`;
  if (!isChosen)
    return (
      <div className="stack" data-gap="2">
        <p className="strong">{title}</p>
        <Batches move={move} />
        <Button variant="line" small onClick={() => setChosen(true)}>
          Take Back
        </Button>
      </div>
    );
  return (
    <ActionForm
      title={title}
      label="Take It Back"
      busyLabel="Taking back..."
      to={opsUndoMove}
      params={{ moveId }}
      reads={{ reason: String }}
      told={({ data }) => `${data.takenBack} of ${batches.length} went back to ${statusLabel(from)}.`}
      changes={MOVED}
      onDone={() => setChosen(false)}
    >
      <Batches move={move} />
    </ActionForm>
  );
}

/** What a move has moved, its time and its operator. */
function Batches({ move: { batches, movedAt, movedBy } }: { move: Move }) {
  return (
    <>
      <p className="muted small">{`${lagosTime(movedAt)} by ${nameOf(movedBy)}`}</p>
      <ul>
        {batches.map(({ groupId, product, stays }) => (
          <li key={groupId}>{stays ? `${product} stays: ${stays}` : product}</li>
        ))}
      </ul>
    </>
  );
}
