import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsPickupOverdue, opsUnproven } from '#contract/ops-pickup-endpoints.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Select } from '../../ui/Select.tsx';
import { lagosTime, operatorName } from '../display-text.ts';
import frames from '../frames/frames.module.css';
import { type Column, ListPage, Page, Table } from '../frames/ListPage.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { OrderLink } from '../frames/RecordPage.tsx';
import { endpointQuery } from '../frames/read.ts';
import { opsScreens, type ScreenProps } from '../screens.ts';
import { sessionQuery } from '../session.ts';
import { type CounterLine, goodsOf, isOverdue, isOwed, lineText, ordersOf } from './counter-orders.ts';
import { useHandOuts } from './hand-outs.ts';
import styles from './Pickup.module.css';
import { PickupFrame, PickupLinks } from './PickupFrame.tsx';
import { listQuery } from './pickup-list.ts';

interface GoodsRow {
  name: string;
  trackingNumber: string;
  quantity: number;
  product: string;
  unit: string | null;
  centreName: string;
}

/** Every list of goods begins with these columns: shopper, order and centre. */
const GOODS_COLUMNS: readonly Column<GoodsRow>[] = [
  ['Shopper', ({ name }) => name],
  ['Order', ({ trackingNumber }) => <OrderLink trackingNumber={trackingNumber} />],
  ['Goods', goodsOf],
  ['Centre', ({ centreName }) => centreName],
];

/** Lists goods that have waited 3 days or longer, at all centres or at one. */
export function OverduePage({ may }: Pick<ScreenProps, 'may'>) {
  const overdue = useQuery(endpointQuery(opsPickupOverdue));
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
              <div className={`${frames.onScreen} ${styles.narrow}`}>
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

/** Lists goods that were handed out without a valid code at any centre. Each is resolved on its order's page. */
export function UnprovenPage({ may }: Pick<ScreenProps, 'may'>) {
  return (
    <ListPage
      title="Goods handed out without a valid code"
      query={useQuery(endpointQuery(opsUnproven))}
      empty="Nothing to resolve."
      columns={[
        ...GOODS_COLUMNS,
        ['Handed out', ({ givenAt, givenBy }) => `${lagosTime(givenAt)} by ${operatorName(givenBy)}`],
        ['Why it was refused', ({ refusal }) => refusal],
      ]}
    >
      <PickupLinks to={opsScreens.pickupUnproven} may={may} />
      <p className="muted">
        They were handed out without a connection, and the code turned out to be wrong. Open the order to
        resolve it.
      </p>
    </ListPage>
  );
}

/** Prints a pickup list by surname, without codes, with a box to tick for each line. */
export function PickupListPage({ may }: Pick<ScreenProps, 'may'>) {
  const operator = useQuery(sessionQuery).data?.name;
  return (
    <PickupFrame title="Pickup list" to={opsScreens.pickupList} may={may}>
      {({ code, name }) => operator && <PickupList {...{ operator, name }} centre={code} />}
    </PickupFrame>
  );
}

function PickupList({ operator, centre, name }: { operator: string; centre: string; name: string }) {
  const list = useQuery(listQuery(operator, centre));
  const handOuts = useHandOuts();
  const [onlyOverdue, setOnlyOverdue] = useState(false);
  return (
    <Loaded query={list}>
      {({ rows, takenAt }) => {
        const all = ordersOf(rows, handOuts);
        const orders = onlyOverdue ? all.filter(isOverdue) : all;
        return (
          <section className="stack" data-gap="4">
            <h2>{name}</h2>
            <p className="muted">{`${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, ${lagosTime(takenAt)}`}</p>
            <div className={`${frames.onScreen} stack`} data-gap="2">
              <CheckboxField checked={onlyOverdue} onChange={setOnlyOverdue}>
                Only what has waited 3 days or longer
              </CheckboxField>
              {orders.length > 0 && (
                <Button variant="soft" onClick={() => print()}>
                  Print
                </Button>
              )}
            </div>
            <ul className={styles.printed}>
              {orders.map(({ trackingNumber, name: shopper, lines }) => (
                <li key={trackingNumber}>
                  <p>
                    <span className="strong" translate="no">
                      {shopper}
                    </span>{' '}
                    <span className="muted small" translate="no">
                      {trackingNumber}
                    </span>
                  </p>
                  <ul className={styles.ticks}>
                    {lines.map((line) => (
                      <li key={line.line} data-owed={isOwed(line) || undefined}>
                        <PrintedLine line={line} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}

function PrintedLine({ line }: { line: CounterLine }) {
  return (
    <span>
      <span>{goodsOf(line)}</span>
      {!isOwed(line) && <span className="muted small">{` · ${lineText(line)}`}</span>}
      {line.isOverdue && line.readyAt && (
        <span className="strong small">{` · Overdue, since ${lagosTime(line.readyAt)}`}</span>
      )}
    </span>
  );
}
