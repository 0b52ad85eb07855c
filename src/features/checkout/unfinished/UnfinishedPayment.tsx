import { useState } from 'react';
import { formatNaira } from '#contract/rules/money/money.ts';
import { paymentTexts } from '#contract/texts.ts';
import { isApiError } from '../../../lib/api/api-errors.ts';
import { focusMainContentOnRemoval } from '../../../lib/browser/focus-content.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';
import { showToast } from '../../../ui/message/toast.ts';
import type { PaymentAttempt } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import { type CheckedPaymentStatus, fetchAndStorePaymentStatus } from '../payment/checked-payment-status.ts';
import { isHttpUrl } from '../payment/checkout-requests.ts';
import { getPaymentErrorMessage } from '../payment/payment-errors.ts';
import { setNotFoundPaymentReference } from '../payment/transient-payment-state.ts';
import { PaymentReferenceText } from './PaymentReferenceText.tsx';

/** Id of the message that says why paying is disabled; the button refers to it by `aria-describedby`. */
export const UNFINISHED_PAYMENT_ELEMENT_ID = 'unfinished-payment-words';

interface Props {
  attempt: PaymentAttempt;
  /** Opens the form for another attempt; null: the cart is empty. */
  onPayAnotherWay: (() => void) | null;
}

const NOTHING_STARTED = 'No payment was started. Nothing was charged.';

/** Shows, in place of the pay button, how a shopper can go on with an unfinished payment. */
export function UnfinishedPaymentActions({ attempt, onPayAnotherWay }: Props) {
  const payments = usePaymentAttemptStore();
  const [busy, setBusy] = useState<'check' | 'resume' | null>(null);
  const [message, setMessage] = useState<string | null>(null);

  const ask = async (kind: 'check' | 'resume'): Promise<CheckedPaymentStatus | null> => {
    setBusy(kind);
    setMessage(null);
    try {
      return await fetchAndStorePaymentStatus(payments, attempt);
    } catch (error) {
      setMessage(
        isStillRunning(error) ? 'Your payment is still being started.' : getPaymentErrorMessage(error),
      );
      return null;
    } finally {
      setBusy(null);
    }
  };
  const showStatus = (verdict: CheckedPaymentStatus | null) => {
    if (verdict?.kind === 'none') showToast({ kind: 'info', message: NOTHING_STARTED });
    if (verdict?.kind === 'not-found') setNotFoundPaymentReference(attempt.reference ?? '');
    if (verdict?.kind === 'pending') setMessage(paymentTexts.pending);
  };
  const handleCheck = async () => showStatus(await ask('check'));
  // Before the card page opens again the status is checked, because the payment may have completed.
  const handleResume = async () => {
    const verdict = await ask('resume');
    if (verdict?.kind === 'pending' && isHttpUrl(verdict.link)) {
      location.assign(verdict.link);
      return;
    }
    showStatus(verdict);
  };

  return (
    <section ref={focusMainContentOnRemoval} className="card stack" aria-labelledby="unfinished-payment">
      <h2 id="unfinished-payment">Unfinished payment</h2>
      <p className="small" id={UNFINISHED_PAYMENT_ELEMENT_ID}>
        {attempt.totalAmount > 0 && (
          <span>{`You started a payment of ${formatNaira(attempt.totalAmount)}. `}</span>
        )}
        <span>We are still confirming it.</span>
      </p>
      {message && <MessageBox kind="warning">{message}</MessageBox>}
      {attempt.reference && <PaymentReferenceText reference={attempt.reference} />}
      <div className="row" data-wrap="">
        <Button
          small
          onClick={handleCheck}
          disabled={busy !== null}
          busyLabel={busy === 'check' && 'Checking...'}
        >
          Check payment
        </Button>
        {/* The phone need not know the card page's address to continue, because the server returns it. */}
        {attempt.method !== 'wallet_only' && (
          <Button
            small
            variant="soft"
            onClick={handleResume}
            disabled={busy !== null}
            busyLabel={busy === 'resume' && 'Checking...'}
          >
            Continue payment
          </Button>
        )}
        {onPayAnotherWay && (
          <Button small variant="line" onClick={onPayAnotherWay} disabled={busy !== null}>
            Pay another way
          </Button>
        )}
      </div>
    </section>
  );
}

function isStillRunning(error: unknown): boolean {
  return isApiError(error) && (error.status === 425 || error.status === 429);
}
