import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { opsMoveBatches } from '#contract/ops-pickup-endpoints.ts';
import { FULFILMENT_STAGES, type FulfilmentStage, statusLabel } from '#contract/rules/group-status.ts';
import type { OpsBatchesReply } from '#contract/schemas/ops-pickup.ts';
import { send } from '../../lib/api-send.ts';
import { Select } from '../../ui/Select.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { type ActFields, ActForm } from '../ActForm.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';
import { planQuery } from './pickup-queries.ts';

/** What to buy and pack for a centre, and moving its batches on. */
export function PlanPage({ may }: { may: readonly string[] }) {
  return (
    <PickupFrame title="Pickup plan" to={opsScreens.pickupPlan} may={may}>
      {({ code, name }) => (
        <>
          <Plan centre={code} name={name} />
          {may.includes('batch move') && <MoveBatches key={code} centre={code} />}
        </>
      )}
    </PickupFrame>
  );
}

function Plan({ centre, name }: { centre: string; name: string }) {
  const plan = useQuery(planQuery(centre));
  return (
    <section className="stack" data-gap="3">
      <h2>{`To buy and pack for ${name}`}</h2>
      <Loaded query={plan}>
        {(goods) => (
          <Table
            label="To buy and pack"
            rows={goods}
            empty="Nothing is to be bought or packed."
            keyOf={({ product, unit, stage }) => `${product} ${unit} ${stage}`}
            columns={[
              { name: 'Product', of: ({ product }) => product },
              { name: 'Unit', of: ({ unit }) => unit ?? 'each' },
              { name: 'Stage', of: ({ stage }) => <StatusBadge status={stage} /> },
              { name: 'Quantity', of: ({ quantity }) => quantity, isFigure: true },
              { name: 'Base units', of: ({ baseUnits }) => baseUnits, isFigure: true },
              { name: 'Orders', of: ({ orders }) => orders, isFigure: true },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}

/** A batch only moves forward. */
function MoveBatches({ centre }: { centre: string }) {
  const queryClient = useQueryClient();
  const [from, setFrom] = useState<FulfilmentStage>('secured');
  const plan = useQuery(planQuery(centre));
  const titles = new Map(
    plan.data?.filter(({ stage }) => stage === from).map(({ slug, product }) => [slug, product]),
  );
  const later = FULFILMENT_STAGES.slice(FULFILMENT_STAGES.indexOf(from) + 1);
  const move = async (fields: ActFields, dryRun: boolean, idempotencyKey?: string) => {
    const { to, product } = fields;
    const wish = { from, to: to as FulfilmentStage, ...(product ? { product } : {}) };
    const body = dryRun ? { ...wish, dryRun } : wish;
    return send(opsMoveBatches, {
      params: { centre },
      body,
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  };
  return (
    <div className={`${styles.controls} ${styles.card} ${styles.narrow}`}>
      <ActForm
        title="Move batches"
        label="Move Them"
        busyLabel="Moving..."
        doneWords="They have moved."
        asksReason={false}
        preview={async (fields) => counted(await move(fields, true))}
        act={(fields, key) => move(fields, false, key)}
        onDone={() => {
          for (const queryKey of [planQuery(centre).queryKey, ['pickup list']])
            void queryClient.invalidateQueries({ queryKey });
        }}
      >
        <div className="two">
          <Select
            label="From"
            name="from"
            value={from}
            options={stageOptions(FULFILMENT_STAGES.slice(0, -1))}
            onChange={(event) => setFrom(event.target.value as FulfilmentStage)}
          />
          <Select key={from} label="To" name="to" options={stageOptions(later)} />
        </div>
        <Select
          key={`product ${from}`}
          label="Product"
          name="product"
          options={[
            { value: '', label: 'All of this stage' },
            ...[...titles].map(([value, label]) => ({ value, label })),
          ]}
        />
      </ActForm>
    </div>
  );
}

function stageOptions(stages: readonly FulfilmentStage[]) {
  return stages.map((value) => ({ value, label: statusLabel(value) }));
}

/** What would move, product by product. */
function counted({ data: { found } }: OpsBatchesReply) {
  if (found.length === 0) return 'No batch is there: nothing would move.';
  const members = found.reduce((sum, batch) => sum + batch.members, 0);
  return (
    <>
      <span className="strong">{`${countOf(found.length, 'batch', 'batches')} of ${countOf(members, 'member', 'members')} would move.`}</span>
      <ul>
        {found.map(({ groupId, product, members: of }) => (
          <li key={groupId}>{`${product}: ${countOf(of, 'member', 'members')}`}</li>
        ))}
      </ul>
    </>
  );
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
