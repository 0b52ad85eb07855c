import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { createLocalNotification, emitLocalNotification } from '../../../lib/local-notification.ts';
import { screenPaths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import { isAttemptResultPending, type PaymentAttempt } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import {
  type CheckedPaymentStatus,
  fetchAndStorePaymentStatus,
  pollPaymentStatus,
} from './checked-payment-status.ts';
import {
  clearPaidPurchaseAndRefetch,
  refetchQueriesAfterPayment,
  showPaymentSuccessToast,
} from './payment-data.ts';
import {
  clearTransientPaymentState,
  setNotFoundPaymentReference,
  setPaymentPendingReason,
  usePaymentAttempts,
  useTransientPaymentState,
} from './transient-payment-state.ts';
import { WalletPaymentResultDialog } from './WalletPaymentResultDialog.tsx';

/** Polls the member's payments on every screen and announces a success once. */
export default function PaymentPollingService() {
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : null;
  const { storage } = useOfflineStores();
  const payments = usePaymentAttemptStore();
  const attempts = usePaymentAttempts();
  const { notFoundReference } = useTransientPaymentState();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useEffect(() => {
    void payments.load(userId);
    return () => {
      clearTransientPaymentState();
      void payments.load(null);
    };
  }, [payments, userId]);

  const handleVerdict = (
    attempt: PaymentAttempt,
    verdict: Exclude<CheckedPaymentStatus, { kind: 'pending' }>,
  ) => {
    if (userId === null) return;
    if (verdict.kind === 'not-found') setNotFoundPaymentReference(attempt.reference ?? '');
    if (verdict.kind === 'final' && verdict.attempt.state === 'failed') showPaymentFailure(verdict.attempt);
    void refetchQueriesAfterPayment(queryClient, userId);
  };

  const confirmed = attempts.find((attempt) => attempt.state === 'confirmed' && !attempt.acknowledged);
  useEffect(() => {
    if (confirmed?.result && confirmed.reference !== null && confirmed.method !== null) {
      const { reference, method, result } = confirmed;
      const totalKobo = nairaToKobo(result.totalAmount);
      emitLocalNotification(
        createLocalNotification({ fact: 'payment_successful', reference, totalKobo, method }),
      );
    }
  }, [confirmed]);
  const isCardSuccess = confirmed !== undefined && confirmed.result !== null && byCard(confirmed);
  const endWithSuccess = useEffectEvent((attempt: PaymentAttempt) => {
    if (userId === null || !attempt.result) return;
    showPaymentSuccessToast(attempt);
    setNotFoundPaymentReference(null);
    void payments.update(attempt, { acknowledged: true });
    void clearPaidPurchaseAndRefetch(storage, queryClient, userId);
    if (pathname === screenPaths.cart || pathname === screenPaths.checkout) navigate(screenPaths.account);
  });
  useEffect(() => {
    if (confirmed && isCardSuccess) endWithSuccess(confirmed);
  }, [confirmed, isCardSuccess]);

  // Only the cart page says that the server does not know a payment, so leaving that page dismisses the message.
  useEffect(() => {
    if (notFoundReference !== null && pathname !== screenPaths.cart) setNotFoundPaymentReference(null);
  }, [notFoundReference, pathname]);

  if (userId === null) return null;
  return (
    <>
      {attempts.filter(isAttemptResultPending).map((attempt) => (
        <AwaitedPayment key={attempt.key} attempt={attempt} onVerdict={handleVerdict} />
      ))}
      {confirmed?.result && !isCardSuccess && (
        <WalletPaymentResultDialog attempt={confirmed} result={confirmed.result} userId={userId} />
      )}
    </>
  );
}

interface AwaitedProps {
  attempt: PaymentAttempt;
  onVerdict: (attempt: PaymentAttempt, verdict: Exclude<CheckedPaymentStatus, { kind: 'pending' }>) => void;
}

/** Polls one payment's status while it is mounted. Renders nothing. */
function AwaitedPayment({ attempt, onVerdict }: AwaitedProps) {
  const { key, state, hint } = attempt;
  const payments = usePaymentAttemptStore();
  const start = useEffectEvent(() =>
    pollPaymentStatus(attempt, {
      ask: (polled) => fetchAndStorePaymentStatus(payments, polled),
      onWaiting: (waiting) => setPaymentPendingReason(attempt.key, waiting),
      onVerdict: (verdict) => onVerdict(attempt, verdict),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return from the card page restarts polling
  useEffect(() => start(), [key, state, hint]);
  return null;
}

function showPaymentFailure({ reference, result }: PaymentAttempt): void {
  if (reference === null) return;
  // If money arrived although the payment failed, the server's message says where the money was credited.
  const arrived = result?.outcome === 'wallet_credited' || result?.outcome === 'review';
  const reason = arrived && result ? result.message : 'No wallet balance was deducted.';
  emitLocalNotification(createLocalNotification({ fact: 'payment_failed', reference, reason }));
}

function byCard(attempt: PaymentAttempt): boolean {
  return (attempt.result?.flutterwaveAmount ?? 0) > 0;
}
