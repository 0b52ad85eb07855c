import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import {
  opsMoveBatches,
  opsMoves,
  opsPickupList,
  opsPickupOverdue,
  opsPickupPlan,
} from '#contract/ops-pickup-endpoints.ts';
import { countOf } from '#contract/rules/count-of.ts';
import { FULFILMENT_STAGES, type FulfilmentStage, statusLabel } from '#contract/rules/group-status.ts';
import type { OpsBatchesReply } from '#contract/schemas/ops-pickup.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ActionForm } from '../frames/ActionForm.tsx';
import { reading } from '../frames/read.ts';
import styles from './Pickup.module.css';

/** What a move of batches changes. */
export const MOVED = [opsPickupPlan, opsMoves, opsPickupList, opsPickupOverdue];

/** Moves the batches of a centre forward, once the exceptions were shown. */
export function MoveBatches({ centre }: { centre: string }) {
  const [from, setFrom] = useState<FulfilmentStage>('secured');
  /** The figures have a warning: the move needs a reason. */
  const [needsReason, setNeedsReason] = useState(false);
  const forgetWarning = () => setNeedsReason(false);
  const plan = useQuery(reading(opsPickupPlan, { params: { centre } }));
  const titles = new Map(
    plan.data?.filter(({ stage }) => stage === from).map(({ slug, product }) => [slug, product]),
  );
  const later = FULFILMENT_STAGES.slice(FULFILMENT_STAGES.indexOf(from) + 1);
  return (
    <div className={`${styles.controls} ${styles.card} ${styles.narrow}`}>
      <ActionForm
        title="Move batches"
        label="Move Them"
        busyLabel="Moving..."
        to={opsMoveBatches}
        params={{ centre }}
        reads={{ from, to: (to) => to as FulfilmentStage, product: String, reason: String }}
        asksReason={false}
        figures={({ data }) => {
          setNeedsReason(data.warning !== null);
          return <Planned plan={data} />;
        }}
        done="They have moved."
        changes={MOVED}
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
            { value: '', label: 'All of this stage' },
            ...[...titles].map(([value, label]) => ({ value, label })),
          ]}
        />
        {needsReason && (
          <TextField
            label="Reason"
            name="reason"
            hint="Why they are delivered although somebody has not collected."
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

/** What would move, product by product, and what is unusual about it. */
function Planned({ plan: { found, leftOut, warning } }: { plan: OpsBatchesReply['data'] }) {
  const members = found.reduce((sum, batch) => sum + batch.members, 0);
  const batches = countOf(found.length, 'batch', 'batches');
  return (
    <div className="stack" data-gap="2">
      <p className="strong">
        {found.length === 0
          ? 'No batch is there: nothing would move.'
          : `${batches} of ${countOf(members, 'member')} would move.`}
      </p>
      <ul className={styles.batches}>
        {found.map(({ groupId, product, members: of, paidBack }) => (
          <li key={groupId}>
            {`${product}: ${countOf(of, 'member')}${paidBack > 0 ? `, ${paidBack} more paid back in full` : ''}`}
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
