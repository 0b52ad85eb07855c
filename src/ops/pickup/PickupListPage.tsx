import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Loaded } from '../frames/Loaded.tsx';
import { opsScreens, type ScreenProps } from '../screens.ts';
import { sessionQuery } from '../session.ts';
import { lagosTime } from '../words.ts';
import { type CounterLine, goodsOf, isOverdue, isOwed, lineWords, ordersOf } from './counter-orders.ts';
import { useHandOuts } from './hand-outs.ts';
import styles from './Pickup.module.css';
import { PickupFrame } from './PickupFrame.tsx';
import { listQuery } from './pickup-list.ts';

/** Who comes for what, by surname, to print: without codes, with a box to tick for each line. */
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
            <div className={`${styles.controls} stack`} data-gap="2">
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
      {!isOwed(line) && <span className="muted small">{` · ${lineWords(line)}`}</span>}
      {line.isOverdue && line.readyAt && (
        <span className="strong small">{` · Overdue, since ${lagosTime(line.readyAt)}`}</span>
      )}
    </span>
  );
}
