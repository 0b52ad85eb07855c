import { type FormEvent, useRef, useState } from 'react';
import { formatNaira } from '#contract/money.ts';
import type { Elements } from '../../lib/elements.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Note } from '../../ui/Note.tsx';
import { DeliveryFields } from './DeliveryFields.tsx';
import { type Delivery, type DeliveryErrors, deliveryErrors } from './delivery-checks.ts';
import type { PayPhase } from './use-payment.ts';

interface Props {
  /** What the form starts with; it owns what is typed from then on. */
  initial: Delivery;
  onDraft: (delivery: Delivery) => void;
  onPay: (delivery: Delivery) => void;
  phase: PayPhase;
  /** The failure of the last try, in the catalogue's words. */
  message: string | null;
  /** Whole naira. */
  totalNaira: number;
  /** Why nobody can pay yet, for example `Saving your cart...`; null: one can. */
  blockedLabel: string | null;
  /** The id of the sentence that tells the reason, where one stands on the page. */
  blockedBy: string | undefined;
  /** The payment choice. */
  payment: Elements;
  /** Draws the summary around the button that pays. */
  summary: (payButton: Elements) => Elements;
}

const ORDER = ['state', 'city', 'street', 'phone'] as const satisfies readonly (keyof Delivery)[];

/** Address, payment and summary as one form with one button. No answer of the server empties it. */
export function CheckoutForm(props: Props) {
  const { initial, onDraft, onPay, phase, message, totalNaira, blockedLabel, blockedBy, payment, summary } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [delivery, setDelivery] = useState(initial);
  const [errors, setErrors] = useState<DeliveryErrors>({});

  const handleChange = (field: keyof Delivery, value: string) => {
    const next = { ...delivery, [field]: value };
    setDelivery(next);
    setErrors(({ [field]: _, ...rest }) => rest);
    onDraft(next);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = deliveryErrors(delivery);
    setErrors(wrong);
    if (focusFirstError(form.current, ORDER, wrong) || phase !== 'idle' || blockedLabel !== null) return;
    onPay(delivery);
  };
  const busyLabel =
    (phase === 'starting' && 'Processing...') || (phase === 'leaving' && 'Redirecting...') || blockedLabel;

  return (
    <Form ref={form} className="split" noValidate onSubmit={handleSubmit} aria-label="Checkout">
      <div className="stack">
        <DeliveryFields delivery={delivery} errors={errors} onChange={handleChange} />
        <section className="card stack">
          <h2>Payment</h2>
          {payment}
        </section>
      </div>
      {summary(
        <>
          {message && <Note kind="error">{message}</Note>}
          <Button type="submit" wide busyLabel={busyLabel || undefined} blockedBy={blockedBy}>
            <Icon name="lock" size="sm" />
            {`Pay ${formatNaira(totalNaira)}`}
          </Button>
        </>,
      )}
    </Form>
  );
}
