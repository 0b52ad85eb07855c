import { paymentTexts } from '#contract/texts.ts';
import { IconButton } from '../../../ui/control/IconButton.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import {
  setCardPageResultWithoutReference,
  setNotFoundPaymentReference,
  usePaymentAttempts,
  useTransientPaymentState,
} from '../payment/transient-payment-state.ts';
import { PaymentReferenceText } from '../unfinished/PaymentReferenceText.tsx';
import { getCardPageReturnMessage } from './payment-return-message.ts';

/** Shows the result of a payment after the return from the card page, unless the payment succeeded. */
export function CardPaymentResultPanel() {
  const payments = usePaymentAttemptStore();
  const attempts = usePaymentAttempts();
  const { waiting, notFoundReference, bareResult } = useTransientPaymentState();
  if (notFoundReference !== null) {
    return (
      <section className="stack" data-gap="2" aria-label="Payment result">
        <MessageBox
          kind="error"
          action={<IconButton icon="close" label="Close" onClick={() => setNotFoundPaymentReference(null)} />}
        >
          {paymentTexts.notFound}
        </MessageBox>
        {notFoundReference && <PaymentReferenceText reference={notFoundReference} />}
      </section>
    );
  }
  if (bareResult !== null) {
    return (
      <MessageBox
        kind={bareResult === 'failed' ? 'error' : 'info'}
        action={
          <IconButton icon="close" label="Close" onClick={() => setCardPageResultWithoutReference(null)} />
        }
      >
        {paymentTexts[bareResult]}
      </MessageBox>
    );
  }
  const shown = attempts.find(isShown);
  const message = shown && getCardPageReturnMessage(shown, waiting.get(shown.key));
  if (!shown || !message) return null;
  const close = !message.isWaiting && (
    <IconButton
      icon="close"
      label="Close"
      onClick={() => void payments.update(shown, { acknowledged: true })}
    />
  );
  return (
    <section className="stack" data-gap="2" aria-label="Payment result">
      <MessageBox kind={message.kind} action={close}>
        {message.message}
      </MessageBox>
      {shown.reference && message.message !== paymentTexts.cancelled && (
        <PaymentReferenceText reference={shown.reference} />
      )}
    </section>
  );
}

function isShown(attempt: PaymentAttempt): boolean {
  return (
    !attempt.acknowledged &&
    attempt.supersededBy === undefined &&
    getCardPageReturnMessage(attempt, undefined) !== null
  );
}
