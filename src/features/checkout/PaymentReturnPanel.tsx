import { paymentTexts } from '#contract/texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Note } from '../../ui/Note.tsx';
import type { PaymentAttempt } from './attempts/attempt.ts';
import { usePayments } from './attempts/payment-attempts.ts';
import styles from './PaymentReturnPanel.module.css';
import { returnMessage } from './payment-return-message.ts';
import { setBareHint, setUnknownPayment, usePaymentAttempts, usePaymentWatch } from './payment-watch.ts';
import { ReferenceLine } from './ReferenceLine.tsx';

/** Shows the result of a returned payment unless it succeeded. */
export function PaymentReturnPanel() {
  const payments = usePayments();
  const attempts = usePaymentAttempts();
  const { waiting, unknownReference, bareHint } = usePaymentWatch();
  if (unknownReference !== null) {
    return (
      <section className={styles.panel} aria-label="Payment result">
        <Note
          kind="error"
          action={<IconButton icon="close" label="Close" onClick={() => setUnknownPayment(null)} />}
        >
          {paymentTexts.notFound}
        </Note>
        {unknownReference && <ReferenceLine reference={unknownReference} />}
      </section>
    );
  }
  if (bareHint !== null) {
    return (
      <Note
        kind={bareHint === 'failed' ? 'error' : 'info'}
        action={<IconButton icon="close" label="Close" onClick={() => setBareHint(null)} />}
      >
        {paymentTexts[bareHint]}
      </Note>
    );
  }
  const shown = attempts.find(isShown);
  const words = shown && returnMessage(shown, waiting.get(shown.key));
  if (!shown || !words) return null;
  const close = !words.isWaiting && (
    <IconButton
      icon="close"
      label="Close"
      onClick={() => void payments.update(shown, { acknowledged: true })}
    />
  );
  return (
    <section className={styles.panel} aria-label="Payment result">
      <Note kind={words.kind} action={close}>
        {words.message}
      </Note>
      {shown.reference && <ReferenceLine reference={shown.reference} />}
    </section>
  );
}

/** True for the newest returned or ended payment until the shopper dismisses it. */
function isShown(attempt: PaymentAttempt): boolean {
  return (
    !attempt.acknowledged && attempt.supersededBy === undefined && returnMessage(attempt, undefined) !== null
  );
}
