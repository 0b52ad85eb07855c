import { useNavigate } from 'react-router-dom';
import { screenPaths } from '../../../lib/paths.ts';
import { doesAttemptBlockPayment } from '../attempts/attempt.ts';
import { usePaymentAttempts } from '../payment/transient-payment-state.ts';
import { UnfinishedPaymentActions } from './UnfinishedPayment.tsx';

interface Props {
  /** True: the cart is empty, so there is no button "pay another way". */
  hasNothingToBuy: boolean;
}

/** Shows an interrupted payment on the cart page, also when the cart is empty. */
export function UnfinishedPaymentPanel({ hasNothingToBuy }: Props) {
  const attempts = usePaymentAttempts();
  const navigate = useNavigate();
  // A payment that returned from the card page is left out, because `CardPaymentResultPanel.tsx` shows it.
  const unfinished = attempts.find(
    (attempt) => doesAttemptBlockPayment(attempt) && attempt.state !== 'returned',
  );
  if (!unfinished) return null;
  const payAnotherWay = () => navigate(screenPaths.checkout, { state: { insteadOf: unfinished.key } });
  return (
    <UnfinishedPaymentActions attempt={unfinished} onPayAnotherWay={hasNothingToBuy ? null : payAnotherWay} />
  );
}
