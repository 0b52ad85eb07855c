import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import { opsMoveBatches, opsMoves, opsPickupPlan, opsUndoMove } from '#contract/ops-pickup-endpoints.ts';
import { countWithNoun } from '#contract/rules/count-of.ts';
import { FULFILMENT_STAGES, type FulfilmentStage, statusLabel } from '#contract/rules/group-status.ts';
import type { OpsBatchesReply, OpsMovesReply } from '#contract/schemas/ops-pickup.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { lagosTime, operatorName } from '../display-text.ts';
import { ActionForm, MessageAbove } from '../frames/ActionForm.tsx';
import frames from '../frames/frames.module.css';
import { List } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';

/** Shows what to buy and pack for a centre, and the form that moves its batches to the next stage. */
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
    <List
      title={`To buy and pack for ${name}`}
      query={useQuery(endpointQuery(opsPickupPlan, { params: { centre } }))}
      empty="Nothing to buy or pack."
      columns={[
        ['Product', ({ product }) => product],
        ['Unit', ({ unit }) => unit ?? 'each'],
        ['Stage', ({ stage }) => <StatusBadge status={stage} />],
        ['Quantity', ({ quantity }) => quantity, 'figure'],
        ['Base units', ({ baseUnits }) => baseUnits, 'figure'],
        ['Orders', ({ orders }) => orders, 'figure'],
      ]}
    />
  );
}

type Move = OpsMovesReply['data'][number];

/** Lists a centre's last batch moves. A move can be undone until some of its goods are collected. */
function RecentMoves({ centre }: { centre: string }) {
  const moves = useQuery(endpointQuery(opsMoves, { params: { centre } }));
  return (
    <section className={`${frames.onScreen} ${styles.narrow} stack`} data-gap="3">
      <h2>Undo a wrong move</h2>
      <MessageAbove>
        <Loaded query={moves}>
          {(all) =>
            all.length === 0 ? (
              <p className="muted">No moves in the last 7 days.</p>
            ) : (
              <ul className="stack" data-gap="2">
                {all.map((move) => (
                  <li key={move.moveId} className="card">
                    <RecentMove move={move} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </MessageAbove>
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
          Undo
        </Button>
      </div>
    );
  return (
    <ActionForm
      title={title}
      label="Undo Move"
      busyLabel="Undoing..."
      to={opsUndoMove}
      params={{ moveId }}
      told={({ data }) => `${data.takenBack} of ${batches.length} moved back to ${statusLabel(from)}.`}
      onDone={() => setChosen(false)}
    >
      <Batches move={move} />
    </ActionForm>
  );
}

/** Describes a move's batches, time and operator. */
function Batches({ move: { batches, movedAt, movedBy } }: { move: Move }) {
  return (
    <>
      <p className="muted small">{`${lagosTime(movedAt)} by ${operatorName(movedBy)}`}</p>
      <ul>
        {batches.map(({ groupId, product, stays }) => (
          <li key={groupId}>{stays ? `${product} stays: ${stays}` : product}</li>
        ))}
      </ul>
    </>
  );
}

/** Moves a centre's batches to the next stage, after showing unusual ones. */
function MoveBatches({ centre }: { centre: string }) {
  const [from, setFrom] = useState<FulfilmentStage>('secured');
  /** True when the preview has a warning: the move then needs a reason. */
  const [needsReason, setNeedsReason] = useState(false);
  const forgetWarning = () => setNeedsReason(false);
  const plan = useQuery(endpointQuery(opsPickupPlan, { params: { centre } }));
  const titles = new Map(
    plan.data?.filter(({ stage }) => stage === from).map(({ slug, product }) => [slug, product]),
  );
  const later = FULFILMENT_STAGES.slice(FULFILMENT_STAGES.indexOf(from) + 1);
  return (
    <div className={`${frames.onScreen} card ${styles.narrow}`}>
      <ActionForm
        title="Move batches"
        label="Move Batches"
        busyLabel="Moving..."
        to={opsMoveBatches}
        params={{ centre }}
        reads={{ from, to: (to) => to as FulfilmentStage, product: String, reason: String }}
        asksReason={false}
        figures={({ data }) => {
          setNeedsReason(data.warning !== null);
          return <Planned plan={data} />;
        }}
        done="Batches moved."
        onDone={forgetWarning}
      >
        <div className="two">
          <Select
            label="From"
            name="from"
            value={from}
            options={stageOptions(FULFILMENT_STAGES.slice(0, -1))}
            onChange={(event) => {
              setFrom(event.target.value as FulfilmentStage);
              forgetWarning();
            }}
          />
          <Select key={from} label="To" name="to" options={stageOptions(later)} onChange={forgetWarning} />
        </div>
        <Select
          key={`product ${from}`}
          label="Product"
          name="product"
          onChange={forgetWarning}
          options={[
            { value: '', label: 'All products' },
            ...[...titles].map(([value, label]) => ({ value, label })),
          ]}
        />
        {needsReason && (
          <TextField
            label="Reason"
            name="reason"
            hint="Why they are marked delivered although someone has not collected."
            maxLength={OPERATOR_REASON_MAX}
            required
          />
        )}
      </ActionForm>
    </div>
  );
}

function stageOptions(stages: readonly FulfilmentStage[]) {
  return stages.map((value) => ({ value, label: statusLabel(value) }));
}

/** Lists the batches that would move, by product, with warnings. */
function Planned({ plan: { found, leftOut, warning } }: { plan: OpsBatchesReply['data'] }) {
  const members = found.reduce((sum, batch) => sum + batch.members, 0);
  const batches = countWithNoun(found.length, 'batch', 'batches');
  return (
    <div className="stack" data-gap="2">
      <p className="strong">
        {found.length === 0
          ? 'There is no batch at this stage.'
          : `${batches} of ${countWithNoun(members, 'member')} would move.`}
      </p>
      <ul className={styles.batches}>
        {found.map(({ groupId, product, members: of, paidBack }) => (
          <li key={groupId}>
            {`${product}: ${countWithNoun(of, 'member')}${paidBack > 0 ? `, ${paidBack} more refunded in full` : ''}`}
          </li>
        ))}
        {leftOut.map(({ product, why }) => (
          <li key={`${product} ${why}`}>{`${product} stays where it is: ${why}`}</li>
        ))}
      </ul>
      {warning && <p className="strong">{`${warning} Their goods stay on the list.`}</p>}
    </div>
  );
}
