import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { MoveBatches } from './MoveBatches.tsx';
import { PickupFrame } from './PickupFrame.tsx';
import { planQuery } from './pickup-queries.ts';
import { RecentMoves } from './RecentMoves.tsx';

/** What to buy and pack for a centre, and moving its batches on. */
export function PlanPage({ may }: { may: readonly string[] }) {
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
