import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsPickupOverdue, opsUnproven } from '#contract/ops-pickup-endpoints.ts';
import { Select } from '../../ui/Select.tsx';
import { type Column, ListPage, Page, Table } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { OrderLink } from '../frames/RecordPage.tsx';
import { reading } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';
import { lagosTime, nameOf } from '../words.ts';
import { goodsOf } from './counter-orders.ts';
import styles from './Pickup.module.css';
import { PickupLinks } from './PickupFrame.tsx';

interface GoodsRow {
  name: string;
  trackingNumber: string;
  quantity: number;
  product: string;
  unit: string | null;
  centreName: string;
}

/** Whose goods, of which order and at which centre: the first columns of every list of goods over all centres. */
const GOODS_COLUMNS: readonly Column<GoodsRow>[] = [
  ['Shopper', ({ name }) => name],
  ['Order', ({ trackingNumber }) => <OrderLink trackingNumber={trackingNumber} />],
  ['Goods', goodsOf],
  ['Centre', ({ centreName }) => centreName],
];

/** What has waited 3 days or longer, at every centre or at one. */
export function OverduePage({ may }: Pick<ScreenProps, 'may'>) {
  const overdue = useQuery(reading(opsPickupOverdue));
  const [centre, setCentre] = useState('');
  return (
    <Page title="Pickups overdue">
      <PickupLinks to={opsScreens.pickupOverdue} may={may} />
      <Loaded query={overdue}>
        {(all) => {
          const names = new Map(all.map((row) => [row.centre, row.centreName]));
          const shown = all.filter((row) => centre === '' || row.centre === centre);
          return (
            <>
              <div className={`${styles.controls} ${styles.narrow}`}>
                <Select
                  label="Centre"
                  value={centre}
                  options={[
                    { value: '', label: `All centres (${all.length})` },
                    ...[...names].map(([value, name]) => ({
                      value,
                      label: `${name} (${all.filter((row) => row.centre === value).length})`,
                    })),
                  ]}
                  onChange={(event) => setCentre(event.target.value)}
                />
              </div>
              <Table
                label="Pickups overdue"
                rows={shown.sort((one, other) => (one.readyAt < other.readyAt ? -1 : 1))}
                empty="Nothing has waited 3 days or longer."
                keyOf={({ trackingNumber, line }) => `${trackingNumber} ${line}`}
                columns={[
                  ...GOODS_COLUMNS,
                  ['Ready since', ({ readyAt }) => lagosTime(readyAt)],
                  ['Days', ({ daysWaiting }) => daysWaiting, 'figure'],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Goods that were given out without proof at any centre. Each is resolved at its order. */
export function UnprovenPage({ may }: Pick<ScreenProps, 'may'>) {
  return (
    <ListPage
      title="Goods given without proof"
      query={useQuery(reading(opsUnproven))}
      empty="Nothing is open."
      keyOf={({ id }) => id}
      columns={[
        ...GOODS_COLUMNS,
        ['Given', ({ givenAt, givenBy }) => `${lagosTime(givenAt)} by ${nameOf(givenBy)}`],
        ['Why it was refused', ({ refusal }) => refusal],
      ]}
    >
      <PickupLinks to={opsScreens.pickupUnproven} may={may} />
      <p className="muted">
        They were given out without a connection, and the shop refused the code afterwards. Open the order to
        resolve it.
      </p>
    </ListPage>
  );
}
