import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { opsGetOrder } from '#contract/ops/console-endpoints.ts';
import { normalizeTypedCode } from '#contract/rules/text/typed-text.ts';
import { focusMainContentOnRemoval } from '../../lib/browser/focus-content.ts';
import { Button } from '../../ui/control/Button.tsx';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MessageBox } from '../../ui/message/MessageBox.tsx';
import { endpointQuery } from '../frames/console-queries.ts';
import { QueryStateView } from '../frames/QueryStateView.tsx';
import { OrderLink } from '../frames/RecordPage.tsx';
import {
  formatOrderLineGoods,
  formatOrderLineState,
  isLineReadyToHandOut,
  type PickupCounterOrder,
  type PickupCounterOrderLine,
  toPickupCounterOrder,
} from './counter-orders.ts';
import { type HandOutOutcome, submitHandOut, useHandOutOutcome, useUnfinishedHandOuts } from './hand-outs.ts';
import styles from './Pickup.module.css';

/** Identifies the order that is open at the counter. */
export interface ChosenPickupCounterOrder {
  trackingNumber: string;
  /** The scanned pickup code; empty when the order was chosen by hand. */
  code: string;
  /** Idempotency key of the last hand-out since the order was opened, by which its outcome is found; null: none yet. */
  handOut: string | null;
}

interface Props {
  operator: string;
  centre: string;
  chosen: ChosenPickupCounterOrder;
  /** The order as the centre's pickup list has it; undefined: it is not listed, so it is requested from the server. */
  listed: PickupCounterOrder | undefined;
  mayHandOut: boolean;
  /** Called with the idempotency key of a new hand-out, by which its outcome is found. */
  onHandOut: (key: string) => void;
  onClose: () => void;
}

/**
 * Shows one order at a pickup centre's counter. An order that is not in the centre's list is fetched from the server.
 */
export function PickupCounterOrderPanel({ listed, ...props }: Props) {
  if (listed) return <OrderForm {...props} order={listed} elsewhere={null} />;
  return <LookedUp {...props} />;
}

function LookedUp(props: Omit<Props, 'listed'>) {
  const { trackingNumber } = props.chosen;
  const order = useQuery({
    ...endpointQuery(opsGetOrder, { params: { trackingNumber } }),
    networkMode: 'always',
    retry: false,
  });
  const handOuts = useUnfinishedHandOuts();
  return (
    <div className="stack" data-gap="4">
      <QueryStateView query={order}>
        {(known) => (
          <OrderForm
            {...props}
            order={toPickupCounterOrder(known, handOuts)}
            elsewhere={known.centre === props.centre ? null : known.centreName}
          />
        )}
      </QueryStateView>
      {!order.data && (
        <Button variant="line" onClick={props.onClose}>
          Back to the List
        </Button>
      )}
    </div>
  );
}

interface FormProps extends Omit<Props, 'listed'> {
  order: PickupCounterOrder;
  /** Name of the pickup centre where the order waits, if it is not this counter's. */
  elsewhere: string | null;
}

function OrderForm({ order, elsewhere, operator, chosen, mayHandOut, onHandOut, onClose }: FormProps) {
  const { trackingNumber, name, lines } = order;
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves keyboard focus and screen readers to the shopper's name, which the operator checks first.
  useEffect(() => heading.current?.focus(), []);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [code, setCode] = useState(chosen.code);
  const owed = lines.filter(isLineReadyToHandOut).map(({ line }) => line);
  const taken = owed.filter((line) => !left.has(line));
  const giving = useMutation({
    // Hand-outs are allowed offline too; they wait until the phone is online.
    networkMode: 'always',
    mutationFn: () => submitHandOut(queryClient, { operator, trackingNumber, name, code, lines: taken }),
    onSuccess: ({ key, outcome: first }) => {
      onHandOut(key);
      if (first.is === 'refused') return;
      setCode('');
      setLeft(new Set());
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  // A second press can arrive before the button shows that it is busy. Its refusal would replace the success.
  const isSending = useRef(false);
  const handleSubmit = () => {
    if (isSending.current) return;
    isSending.current = true;
    giving.mutate();
  };
  const toggle = (line: number, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(line);
    else next.add(line);
    setLeft(next);
  };
  const outcome = useHandOutOutcome(chosen.handOut);
  const isGiven = outcome !== undefined && outcome.is !== 'refused';
  const canGive = mayHandOut && elsewhere === null && owed.length > 0;
  return (
    <Form
      ref={focusMainContentOnRemoval}
      className="card stack"
      data-gap="4"
      aria-label={`Order of ${name}`}
      onSubmit={handleSubmit}
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles.name} translate="no">
          {name}
        </h2>
        <OrderLink trackingNumber={trackingNumber} />
      </div>
      {elsewhere && (
        <MessageBox kind="warning">{`This order is at another centre: ${elsewhere}.`}</MessageBox>
      )}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.line}>
            {canGive && isLineReadyToHandOut(line) ? (
              <CheckboxField checked={!left.has(line.line)} onChange={(is) => toggle(line.line, is)}>
                <LineText line={line} />
              </CheckboxField>
            ) : (
              <LineText line={line} />
            )}
          </li>
        ))}
      </ul>
      {outcome && <HandOutNote outcome={outcome} />}
      {giving.error && <MessageBox kind="error">It could not be saved on this phone.</MessageBox>}
      {canGive && (
        <>
          <TextField
            label="Pickup code"
            hint={chosen.code && code === chosen.code ? 'From the QR code.' : 'Six digits, from the shopper.'}
            value={code}
            onChange={(event) =>
              setCode(normalizeTypedCode(event.target.value).replace(/\D/g, '').slice(0, 6))
            }
            inputMode="numeric"
            autoComplete="off"
            pattern="[0-9]{6}"
            title="Six digits"
            required
          />
          <Button
            type="submit"
            wide
            busyLabel={giving.isPending && 'Handing out...'}
            disabled={taken.length === 0}
          >
            {`Hand Out ${taken.length} of ${owed.length}`}
          </Button>
        </>
      )}
      <Button variant={isGiven && owed.length === 0 ? 'main' : 'line'} wide onClick={onClose}>
        {isGiven ? 'Next Shopper' : 'Back to the List'}
      </Button>
    </Form>
  );
}

function LineText({ line }: { line: PickupCounterOrderLine }) {
  return (
    <span className={styles.line} data-state={line.givenAt ? 'given' : line.state}>
      <span className="strong">{formatOrderLineGoods(line)}</span>
      <span className="muted small">{formatOrderLineState(line)}</span>
    </span>
  );
}

function HandOutNote({ outcome }: { outcome: HandOutOutcome }) {
  if (outcome.is === 'refused') return <MessageBox kind="error">{outcome.why}</MessageBox>;
  if (outcome.is === 'waiting')
    return (
      <MessageBox kind="warning" icon="wifi-off">
        {outcome.isWritten
          ? 'No connection. Saved on this phone and sent when the connection is back. The code has not been checked yet.'
          : 'No connection, and this browser cannot save it: keep this page open until it is sent.'}
      </MessageBox>
    );
  const { handedOut, kept } = outcome;
  return (
    <>
      <MessageBox kind="success">{`Handed out: ${handedOut.map(({ product }) => product).join(', ')}.`}</MessageBox>
      {kept.length > 0 && (
        <MessageBox kind="warning">
          {kept.map(({ line, product, why }) => `Line ${line}, ${product}: ${why}.`).join(' ')}
        </MessageBox>
      )}
    </>
  );
}
