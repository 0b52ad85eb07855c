import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_LENGTH_MAX } from '#contract/limits.ts';
import {
  opsListBatchMoves,
  opsListGoodsByStage,
  opsMoveBatches,
  opsUndoBatchMove,
} from '#contract/ops/pickup-endpoints.ts';
import {
  FULFILMENT_STAGES,
  type FulfilmentStage,
  getGroupStatusLabel,
} from '#contract/rules/group/group-status.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import type { OpsBatchMovesReply, OpsMoveBatchesReply } from '#contract/schemas/ops/pickup.ts';
import { Button } from '../../ui/control/Button.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import { ActionForm, ActionMessageArea } from '../frames/ActionForm.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { createFilterOptions } from '../frames/fields.tsx';
import frames from '../frames/frames.module.css';
import { TableSection } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import styles from './Pickup.module.css';
import { PickupScreenLayout } from './PickupScreenLayout.tsx';
import { requireSameBatches } from './pickup-conflicts.ts';

/** Shows what to buy and pack for a centre, and the form that moves its goods to the next stage. */
export function PickupPlanPage({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <PickupScreenLayout title="Pickup plan" to={opsScreenPaths.pickupPlan} may={may}>
      {({ code, name }) => (
        <>
          <Plan centre={code} name={name} />
          {may.includes('batch move') && <MoveBatches key={code} centre={code} />}
          {may.includes('batch undo') && <RecentMoves centre={code} />}
        </>
      )}
    </PickupScreenLayout>
  );
}

function Plan({ centre, name }: { centre: string; name: string }) {
  return (
    <TableSection
      title={`To buy and pack for ${name}`}
      query={useQuery(endpointQuery(opsListGoodsByStage, { params: { centre } }))}
      empty="Nothing to buy or pack. Goods of full groups will be here."
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

type Move = OpsBatchMovesReply['data'][number];

/** Lists a centre's last moves of goods between stages. A move can be undone until some of its goods are collected. */
function RecentMoves({ centre }: { centre: string }) {
  const moves = useQuery(endpointQuery(opsListBatchMoves, { params: { centre } }));
  return (
    <section className={`${frames.onScreen} ${styles.narrow} stack`} data-gap="3">
      <h2>Undo a wrong move</h2>
      <ActionMessageArea>
        <QueryStateView query={moves}>
          {(all) =>
            all.length === 0 ? (
              <EmptyListMessage>No moves in the last 7 days. Each move can be undone here.</EmptyListMessage>
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
        </QueryStateView>
      </ActionMessageArea>
    </section>
  );
}

function RecentMove({ move }: { move: Move }) {
  const { moveId, from, to, batches } = move;
  const [isChosen, setChosen] = useState(false);
  const title = `${getGroupStatusLabel(from)} to ${getGroupStatusLabel(to)}`;
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
      to={opsUndoBatchMove}
      params={{ moveId }}
      successMessage={({ data }) =>
        `${data.takenBack} of ${batches.length} moved back to ${getGroupStatusLabel(from)}.`
      }
      onDone={() => setChosen(false)}
    >
      <Batches move={move} />
    </ActionForm>
  );
}

function Batches({ move: { batches, movedAt, movedBy } }: { move: Move }) {
  return (
    <>
      <p className="muted small">{`${formatLagosDateTime(movedAt)} by ${getOperatorNameFromActor(movedBy)}`}</p>
      <ul>
        {batches.map(({ groupId, product, stays }) => (
          <li key={groupId}>{stays ? `${product} stays: ${stays}` : product}</li>
        ))}
      </ul>
    </>
  );
}

/** Moves a centre's batches, each the goods of one group, to the next stage, after showing warnings. */
function MoveBatches({ centre }: { centre: string }) {
  const [from, setFrom] = useState<FulfilmentStage>('secured');
  /** True when the preview has a warning: the move then needs a reason. */
  const [needsReason, setNeedsReason] = useState(false);
  const forgetWarning = () => setNeedsReason(false);
  const plan = useQuery(endpointQuery(opsListGoodsByStage, { params: { centre } }));
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
        prepare={(body, previewed) => requireSameBatches(centre, body, previewed)}
        done="Batches moved."
        onDone={forgetWarning}
      >
        <div className="two">
          <SelectField
            label="From"
            name="from"
            value={from}
            options={stageOptions(FULFILMENT_STAGES.slice(0, -1))}
            onChange={(event) => {
              setFrom(event.target.value as FulfilmentStage);
              forgetWarning();
            }}
          />
          <SelectField
            key={from}
            label="To"
            name="to"
            options={stageOptions(later)}
            onChange={forgetWarning}
          />
        </div>
        <SelectField
          key={`product ${from}`}
          label="Product"
          name="product"
          onChange={forgetWarning}
          options={createFilterOptions('All products', titles)}
        />
        {needsReason && (
          <TextField
            label="Reason"
            name="reason"
            hint="Why they are marked delivered although someone has not collected."
            maxLength={OPERATOR_REASON_LENGTH_MAX}
            required
          />
        )}
      </ActionForm>
    </div>
  );
}

function stageOptions(stages: readonly FulfilmentStage[]) {
  return stages.map((value) => ({ value, label: getGroupStatusLabel(value) }));
}

/** Lists by product the batches that the previewed move would change, with warnings. */
function Planned({ plan: { found, leftOut, warning, overload } }: { plan: OpsMoveBatchesReply['data'] }) {
  const members = found.reduce((sum, batch) => sum + batch.members, 0);
  const batches = formatCountWithNoun(found.length, 'batch', 'batches');
  return (
    <div className="stack" data-gap="2">
      <p className="strong">
        {found.length === 0
          ? 'There is no batch at this stage.'
          : `${batches} of ${formatCountWithNoun(members, 'member')} would move.`}
      </p>
      <ul className={styles.batches}>
        {found.map(({ groupId, product, members: of, paidBack }) => (
          <li key={groupId}>
            {`${product}: ${formatCountWithNoun(of, 'member')}${paidBack > 0 ? `, ${paidBack} more paid back in full` : ''}`}
          </li>
        ))}
        {leftOut.map(({ product, why }) => (
          <li key={`${product} ${why}`}>{`${product} stays where it is: ${why}`}</li>
        ))}
      </ul>
      {overload && <p className="strong">{`${overload}.`}</p>}
      {warning && <p className="strong">{`${warning} Their goods stay on the list.`}</p>}
    </div>
  );
}
