import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { isInTheWay } from '../../offline/payments/attempt.ts';
import { usePaymentAttempts } from './payment-watch.ts';
import { UnfinishedPayment } from './UnfinishedPayment.tsx';

interface Props {
  /** Then there is nothing to pay another way. */
  hasNothingToBuy: boolean;
}

/** On the cart: a payment that was begun and cut off, also when it took the cart with it. */
export function UnfinishedPaymentPanel({ hasNothingToBuy }: Props) {
  const attempts = usePaymentAttempts();
  const navigate = useNavigate();
  // What came back from the card page has its own panel.
  const unfinished = attempts.find((attempt) => isInTheWay(attempt) && attempt.state !== 'returned');
  if (!unfinished) return null;
  const payAnotherWay = () => navigate(paths.checkout, { state: { insteadOf: unfinished.key } });
  return <UnfinishedPayment attempt={unfinished} onPayAnotherWay={hasNothingToBuy ? null : payAnotherWay} />;
}
