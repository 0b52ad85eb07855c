import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import { Button } from '../../ui/control/Button.tsx';
import { LabelBadge } from '../../ui/display/LabelBadge.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { formatLagosDateTime } from '../display-text.ts';
import { EmptyListMessage } from '../frames/EmptyListMessage.tsx';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { type OpsScreenProps, opsScreenPaths } from '../screens.ts';
import { operatorSessionQuery } from '../session.ts';
import {
  filterPickupCounterOrders,
  isLineReadyToHandOut,
  isOrderOverdue,
  type PickupCounterOrder,
  toPickupCounterOrders,
} from './counter-orders.ts';
import { useUnfinishedHandOuts } from './hand-outs.ts';
import styles from './Pickup.module.css';
import { type ChosenPickupCounterOrder, PickupCounterOrderPanel } from './PickupCounterOrderPanel.tsx';
import { PickupPlanPage } from './PickupPlanPage.tsx';
import { PickupScreenLayout } from './PickupScreenLayout.tsx';
import { pickupListQuery } from './pickup-list.ts';
import { QrCodeScanner } from './QrCodeScanner.tsx';

/** Finds a shopper's order at the pickup counter, shows which goods to hand out, and hands them out. */
export function PickupCounterPage({ may }: Pick<OpsScreenProps, 'may'>) {
  const operator = useQuery(operatorSessionQuery).data?.name;
  // An operator whose role may not see shoppers sees the pickup plan instead.
  if (!may.includes('pickup list')) return <PickupPlanPage may={may} />;
  return (
    <PickupScreenLayout title="Pickup" to={opsScreenPaths.pickup} may={may}>
      {({ code }) => operator && <Counter key={code} {...{ operator, may }} centre={code} />}
    </PickupScreenLayout>
  );
}

interface Props {
  operator: string;
  centre: string;
  may: readonly string[];
}

/** At most this many orders show, because typing more letters is faster than reading a longer list. */
const MOST_SHOWN = 30;

function Counter({ operator, centre, may }: Props) {
  const list = useQuery(pickupListQuery(operator, centre));
  const handOuts = useUnfinishedHandOuts();
  const [text, setTyped] = useState('');
  const typed = normalizeTypedCode(text);
  const [onlyOverdue, setOnlyOverdue] = useState(false);
  const [chosen, setChosen] = useState<ChosenPickupCounterOrder | null>(null);
  const choose = (trackingNumber: string, code = '') => setChosen({ trackingNumber, code, handOut: null });
  const close = () => {
    setChosen(null);
    setTyped('');
  };
  return (
    <QueryStateView query={list}>
      {({ rows, isKept, takenAt }) => {
        const orders = toPickupCounterOrders(rows, handOuts);
        const found = filterPickupCounterOrders(onlyOverdue ? orders.filter(isOrderOverdue) : orders, typed);
        const handleSubmit = () => {
          const [only] = found;
          if (only && found.length === 1) choose(only.trackingNumber);
          else if (isTrackingNumber(typed)) choose(typed.toUpperCase());
        };
        return (
          <div className={`${styles.narrow} stack`} data-gap="5">
            {isKept && (
              <MessageBox kind="warning" icon="wifi-off">
                {`No connection. This list is from ${formatLagosDateTime(takenAt)}; hand-outs are saved on this phone.`}
              </MessageBox>
            )}
            {chosen ? (
              <PickupCounterOrderPanel
                key={`${chosen.trackingNumber} ${chosen.code}`}
                {...{ operator, centre, chosen }}
                listed={orders.find(({ trackingNumber }) => trackingNumber === chosen.trackingNumber)}
                mayHandOut={may.includes('item collect')}
                onHandOut={(handOut) => setChosen((now) => (now === chosen ? { ...now, handOut } : now))}
                onClose={close}
              />
            ) : (
              <>
                {may.includes('item collect') && (
                  <QrCodeScanner onRead={(proof) => choose(proof.trackingNumber, proof.code)} />
                )}
                <Form className="stack" data-gap="3" onSubmit={handleSubmit}>
                  <SearchField
                    placeholder="Tracking number or name"
                    value={text}
                    autoCapitalize="characters"
                    onChange={(event) => setTyped(event.target.value)}
                  />
                  {found.length === 0 && isTrackingNumber(typed) && (
                    <>
                      <p className="muted">It is not on this centre's list.</p>
                      <Button type="submit" variant="soft">
                        Look It Up
                      </Button>
                    </>
                  )}
                </Form>
                {orders.some(isOrderOverdue) && (
                  <CheckboxField checked={onlyOverdue} onChange={setOnlyOverdue}>
                    Only what was not collected by its day
                  </CheckboxField>
                )}
                <Found orders={found} isAll={typed === ''} onChoose={choose} />
              </>
            )}
          </div>
        );
      }}
    </QueryStateView>
  );
}

/** Recognises a tracking number as a shopper reads it out. A single word of a name never matches. */
function isTrackingNumber(typed: string): boolean {
  return /^[a-z]{2}-?[a-z0-9]{4,}$/i.test(typed);
}

interface FoundProps {
  orders: readonly PickupCounterOrder[];
  isAll: boolean;
  onChoose: (trackingNumber: string) => void;
}

function Found({ orders, isAll, onChoose }: FoundProps) {
  return (
    <section className="stack" data-gap="3">
      <h2>{isAll ? 'Waiting here' : 'Found'}</h2>
      {orders.length === 0 && (
        <EmptyListMessage>
          {isAll
            ? 'Nothing is waiting here. Orders will be here once their goods are ready at this centre.'
            : 'No match on the list. Try the whole tracking number, or another spelling of the name.'}
        </EmptyListMessage>
      )}
      <ul className="stack" data-gap="2">
        {orders.slice(0, MOST_SHOWN).map((order) => {
          const { trackingNumber, name, lines } = order;
          const owed = lines.filter(isLineReadyToHandOut).length;
          return (
            <li key={trackingNumber}>
              <button type="button" className={styles.order} onClick={() => onChoose(trackingNumber)}>
                <span className={`${styles.whole} row`} data-wrap data-gap="2">
                  <span className="strong" translate="no">
                    {name}
                  </span>
                  {isOrderOverdue(order) && <LabelBadge tone="deal">Overdue</LabelBadge>}
                </span>
                <span className="muted small" translate="no">
                  {trackingNumber}
                </span>
                <LabelBadge tone={owed > 0 ? 'success' : 'plain'}>
                  {owed > 0 ? `${owed} of ${lines.length} to hand out` : 'Nothing to hand out'}
                </LabelBadge>
              </button>
            </li>
          );
        })}
      </ul>
      {orders.length > MOST_SHOWN && (
        <p className="muted">{`And ${orders.length - MOST_SHOWN} more. Type a few letters to find them.`}</p>
      )}
    </section>
  );
}
