import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { GOODS_COLUMNS } from './goods-columns.tsx';
import { PickupLinks } from './PickupFrame.tsx';
import { unprovenQuery } from './pickup-queries.ts';
import { nameOf } from './UnprovenItems.tsx';

/** Goods that were given out without proof at any centre. Each is resolved at its order. */
export function UnprovenPage({ may }: { may: readonly string[] }) {
  const items = useQuery(unprovenQuery);
  return (
    <div className="stack" data-gap="5">
      <h1>Goods given without proof</h1>
      <PickupLinks to={opsScreens.pickupUnproven} may={may} />
      <p className="muted">
        They were given out without a connection, and the shop refused the code afterwards. Open the order to
        resolve it.
      </p>
      <Loaded query={items}>
        {(open) => (
          <Table
            label="Goods given without proof"
            rows={open}
            empty="Nothing is open."
            keyOf={({ id }) => id}
            columns={[
              ...GOODS_COLUMNS,
              { name: 'Given', of: ({ givenAt, givenBy }) => `${lagosTime(givenAt)} by ${nameOf(givenBy)}` },
              { name: 'Why it was refused', of: ({ refusal }) => refusal },
            ]}
          />
        )}
      </Loaded>
    </div>
  );
}
