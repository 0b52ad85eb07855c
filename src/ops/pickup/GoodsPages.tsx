import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { opsListInvalidCodeHandOuts, opsListOverduePickups } from '#contract/ops/pickup-endpoints.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { formatLagosDateTime, getOperatorNameFromActor } from '../display-text.ts';
import { endpointQuery } from '../frames/console-queries.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import frames from '../frames/frames.module.css';
import { ConsolePage, DataTable, ListPage, type TableColumn } from '../frames/ListPage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { OrderLink } from '../frames/RecordPage.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { operatorSessionQuery } from '../session.ts';
import {
  formatOrderLineGoods,
  formatOrderLineState,
  isLineReadyToHandOut,
  isOrderOverdue,
  type PickupCounterOrderLine,
  toPickupCounterOrders,
} from './counter-orders.ts';
import { useUnfinishedHandOuts } from './hand-outs.ts';
import styles from './Pickup.module.css';
import { PickupScreenLayout, PickupScreenLinks } from './PickupScreenLayout.tsx';
import { pickupListQuery } from './pickup-list.ts';

interface GoodsRow {
  name: string;
  trackingNumber: string;
  quantity: number;
  product: string;
  unit: string | null;
  centreName: string;
}

/** Every list of goods begins with these columns: shopper, order and centre. */
const GOODS_COLUMNS: readonly TableColumn<GoodsRow>[] = [
  ['Shopper', ({ name }) => name],
  ['Order', ({ trackingNumber }) => <OrderLink trackingNumber={trackingNumber} />],
  ['Goods', formatOrderLineGoods],
  ['Centre', ({ centreName }) => centreName],
];

/** Lists goods that were not collected by the promised day, at all centres or at one. */
export function OverduePickupsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const overdue = useQuery(endpointQuery(opsListOverduePickups));
  const [centre, setCentre] = useState('');
  return (
    <ConsolePage title="Pickups overdue">
      <PickupScreenLinks to={opsScreenPaths.pickupOverdue} may={may} />
      <QueryStateView query={overdue}>
        {(all) => {
          const names = new Map(all.map((row) => [row.centre, row.centreName]));
          const shown = all.filter((row) => centre === '' || row.centre === centre);
          return (
            <>
              <div className={`${frames.onScreen} ${styles.narrow}`}>
                <SelectField
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
              <DataTable
                label="Pickups overdue"
                rows={shown.sort((one, other) => (one.readyAt < other.readyAt ? -1 : 1))}
                empty="Nothing is overdue. Nobody has to be reminded."
                columns={[
                  ...GOODS_COLUMNS,
                  ['Ready since', ({ readyAt }) => formatLagosDateTime(readyAt)],
                  ['Days', ({ daysWaiting }) => daysWaiting, 'figure'],
                ]}
              />
            </>
          );
        }}
      </QueryStateView>
    </ConsolePage>
  );
}

/** Lists goods that any centre handed out without a valid code. Each hand-out is resolved on its order's page. */
export function InvalidCodeHandOutsPage({ may }: Pick<OpsScreenProps, 'may'>) {
  return (
    <ListPage
      title="Goods handed out without a valid code"
      query={useQuery(endpointQuery(opsListInvalidCodeHandOuts))}
      empty="Nothing to resolve. Goods handed out without a valid code will be here."
      columns={[
        ...GOODS_COLUMNS,
        [
          'Handed out',
          ({ givenAt, givenBy }) => `${formatLagosDateTime(givenAt)} by ${getOperatorNameFromActor(givenBy)}`,
        ],
        ['Why it was refused', ({ refusal }) => refusal],
      ]}
    >
      <PickupScreenLinks to={opsScreenPaths.pickupUnproven} may={may} />
      <p className="muted">
        They were handed out without a connection, and the code turned out to be wrong. Open the order to
        resolve it.
      </p>
    </ListPage>
  );
}

/** Prints a pickup list by surname, without codes, with a box to tick for each line. */
export function PickupListPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const operator = useQuery(operatorSessionQuery).data?.name;
  return (
    <PickupScreenLayout title="Pickup list" to={opsScreenPaths.pickupList} may={may}>
      {({ code, name }) => operator && <PickupList {...{ operator, name }} centre={code} />}
    </PickupScreenLayout>
  );
}

function PickupList({ operator, centre, name }: { operator: string; centre: string; name: string }) {
  const list = useQuery(pickupListQuery(operator, centre));
  const handOuts = useUnfinishedHandOuts();
  const [onlyOverdue, setOnlyOverdue] = useState(false);
  return (
    <QueryStateView query={list}>
      {({ rows, takenAt }) => {
        const all = toPickupCounterOrders(rows, handOuts);
        const orders = onlyOverdue ? all.filter(isOrderOverdue) : all;
        return (
          <section className="stack" data-gap="4">
            <h2>{name}</h2>
            <p className="muted">{`${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, ${formatLagosDateTime(takenAt)}`}</p>
            <div className={`${frames.onScreen} stack`} data-gap="2">
              <CheckboxField checked={onlyOverdue} onChange={setOnlyOverdue}>
                Only what was not collected by its day
              </CheckboxField>
              {orders.length > 0 && (
                <Button variant="soft" onClick={() => print()}>
                  Print
                </Button>
              )}
            </div>
            {orders.length === 0 && (
              <EmptyListMessage>
                Nothing to hand out. Orders will be here once their goods are ready at this centre.
              </EmptyListMessage>
            )}
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
                      <li key={line.line} data-owed={isLineReadyToHandOut(line) || undefined}>
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
    </QueryStateView>
  );
}

function PrintedLine({ line }: { line: PickupCounterOrderLine }) {
  return (
    <span>
      <span>{formatOrderLineGoods(line)}</span>
      {!isLineReadyToHandOut(line) && (
        <span className="muted small">{` · ${formatOrderLineState(line)}`}</span>
      )}
      {line.isOverdue && line.readyAt && (
        <span className="strong small">{` · Overdue, since ${formatLagosDateTime(line.readyAt)}`}</span>
      )}
    </span>
  );
}
