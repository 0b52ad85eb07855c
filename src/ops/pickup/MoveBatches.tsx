import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OPERATOR_REASON_MAX } from '#contract/limits.ts';
import { opsMoveBatches } from '#contract/ops-pickup-endpoints.ts';
import { countOf } from '#contract/rules/count-of.ts';
import { FULFILMENT_STAGES, type FulfilmentStage, statusLabel } from '#contract/rules/group-status.ts';
import type { OpsBatchesReply } from '#contract/schemas/ops-pickup.ts';
import { send } from '../../lib/api-send.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type ActFields, ActForm } from '../ActForm.tsx';
import styles from './Pickup.module.css';
import { planQuery, refreshPickup } from './pickup-queries.ts';

/** Moves the batches of a centre forward, once the exceptions were shown. */
export function MoveBatches({ centre }: { centre: string }) {
  const queryClient = useQueryClient();
  const [from, setFrom] = useState<FulfilmentStage>('secured');
  /** The preview has a warning: the move needs a reason. */
  const [needsReason, setNeedsReason] = useState(false);
  const forgetWarning = () => setNeedsReason(false);
  const plan = useQuery(planQuery(centre));
  const titles = new Map(
    plan.data?.filter(({ stage }) => stage === from).map(({ slug, product }) => [slug, product]),
  );
  const later = FULFILMENT_STAGES.slice(FULFILMENT_STAGES.indexOf(from) + 1);
  const move = ({ to, product, reason }: ActFields, how: { dryRun?: true; idempotencyKey?: string }) => {
    const { dryRun, ...options } = how;
    const body = {
      ...{ from, to: to as FulfilmentStage },
      ...(product ? { product } : {}),
      ...(reason && !dryRun ? { reason } : {}),
      ...(dryRun ? { dryRun } : {}),
    };
    return send(opsMoveBatches, { params: { centre }, body, ...options });
  };
  const preview = async (fields: ActFields) => {
    const { data } = await move(fields, { dryRun: true });
    setNeedsReason(data.warning !== null);
    return <Planned plan={data} />;
  };
  return (
    <div className={`${styles.controls} ${styles.card} ${styles.narrow}`}>
      <ActForm
        title="Move batches"
        label="Move Them"
        busyLabel="Moving..."
        doneWords="They have moved."
        asksReason={false}
        preview={preview}
        act={(fields, idempotencyKey) => move(fields, { idempotencyKey })}
        onDone={() => {
          forgetWarning();
          refreshPickup(queryClient, centre);
        }}
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
      </ActForm>
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
