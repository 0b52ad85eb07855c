import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '../../ui/Select.tsx';
import { Loaded } from '../Loaded.tsx';
import { opsScreens } from '../screens.ts';
import { Table } from '../Table.tsx';
import { lagosTime } from '../words.ts';
import { GOODS_COLUMNS } from './goods-columns.tsx';
import styles from './Pickup.module.css';
import { PickupLinks } from './PickupFrame.tsx';
import { overdueQuery } from './pickup-queries.ts';

/** What has waited 3 days or longer, at every centre or at one. */
export function OverduePage({ may }: { may: readonly string[] }) {
  const overdue = useQuery(overdueQuery);
  const [centre, setCentre] = useState('');
  return (
    <div className="stack" data-gap="5">
      <h1>Pickups overdue</h1>
      <PickupLinks to={opsScreens.pickupOverdue} may={may} />
      <Loaded query={overdue}>
        {(all) => {
          const names = new Map(all.map((row) => [row.centre, row.centreName]));
          const shown = all.filter((row) => centre === '' || row.centre === centre);
          const oldestFirst = [...shown].sort((one, other) => (one.readyAt < other.readyAt ? -1 : 1));
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
                rows={oldestFirst}
                empty="Nothing has waited 3 days or longer."
                keyOf={({ trackingNumber, line }) => `${trackingNumber} ${line}`}
                columns={[
                  ...GOODS_COLUMNS,
                  { name: 'Ready since', of: ({ readyAt }) => lagosTime(readyAt) },
                  { name: 'Days', of: ({ daysWaiting }) => daysWaiting, isFigure: true },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
