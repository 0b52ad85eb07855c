import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatNaira } from '#contract/rules/money/money.ts';
import { focusFirstFieldWithError } from '../../../lib/browser/focus-first-error.ts';
import { pickupCentresQuery } from '../../../lib/query/pickup-centres.ts';
import type { TextFreeChildren } from '../../../lib/react/elements.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import { DeliveryFields } from '../delivery/DeliveryFields.tsx';
import {
  type DeliveryFieldErrors,
  type DeliveryInput,
  findPickupCentreForDelivery,
  validateDeliveryInput,
} from '../delivery/delivery-checks.ts';
import type { StartPaymentPhase } from '../payment/use-start-payment.ts';
import { PayBar } from './PayBar.tsx';

interface Props {
  /** Initial values of the fields; later input is in the form's own state. */
  initial: DeliveryInput;
  onDraft: (delivery: DeliveryInput) => void;
  onPay: (delivery: DeliveryInput) => void;
  phase: StartPaymentPhase;
  /** Error message of the last attempt to pay. */
  message: string | null;
  /** Whole naira. */
  totalNaira: number;
  /** Label that says why paying is disabled, such as `Saving your cart...`. */
  blockedLabel: string | null;
  /** Id of the text that explains why paying is disabled (`aria-describedby`). */
  blockedBy: string | undefined;
  payment: TextFreeChildren;
  /** Renders the totals with the given pay button inside. */
  summary: (payButton: TextFreeChildren) => TextFreeChildren;
}

const ORDER = ['state', 'city', 'street', 'phone'] as const satisfies readonly (keyof DeliveryInput)[];

/** Shows the checkout form. No response clears the input, so that a shopper never types it twice. */
export function CheckoutForm(props: Props) {
  const { initial, onDraft, onPay, phase, message, totalNaira, blockedLabel, blockedBy, payment, summary } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [delivery, setDelivery] = useState(initial);
  const { data: centres } = useQuery(pickupCentresQuery());
  const [errors, setErrors] = useState<DeliveryFieldErrors>({});

  const handleChange = (field: keyof DeliveryInput, value: string) => {
    const next = { ...delivery, [field]: value };
    setDelivery(next);
    setErrors(({ [field]: _, ...rest }) => rest);
    onDraft(next);
  };
  const handleSubmit = () => {
    const wrong = validateDeliveryInput(delivery);
    setErrors(wrong);
    if (focusFirstFieldWithError(form.current, ORDER, wrong) || phase !== 'idle' || blockedLabel !== null)
      return;
    // The order names the pickup centre that the shopper saw, because the server might choose another one.
    const centre = centres && findPickupCentreForDelivery(centres, delivery);
    onPay(centre ? { ...delivery, centreCode: centre.code } : delivery);
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
        <PayBar>
          {message && <MessageBox kind="error">{message}</MessageBox>}
          <Button type="submit" wide busyLabel={busyLabel || undefined} blockedBy={blockedBy}>
            <Icon name="lock" size="sm" />
            {`Pay ${formatNaira(totalNaira)}`}
          </Button>
        </PayBar>,
      )}
    </Form>
  );
}
