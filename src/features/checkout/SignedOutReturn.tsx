import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paymentTexts } from '#contract/texts.ts';
import { type NavigationState, paths } from '../../lib/paths.ts';
import { usePayments } from './attempts/payment-attempts.ts';
import type { PaymentReturn } from './payment-return.ts';

/**
 * Stores a payment return for the next sign-in, in a browser where no shopper is signed in. It never says that the
 * payment failed.
 */
export function SignedOutReturn({ returned }: { returned: PaymentReturn }) {
  const navigate = useNavigate();
  const payments = usePayments();
  const { reference, hint } = returned;
  useEffect(() => {
    const leave = () => {
      const state: NavigationState = { message: paymentTexts.signInForResult, payment_return: true };
      navigate(paths.signIn, { replace: true, state });
    };
    if (reference === null) leave();
    else void payments.noteReturn(null, reference, hint).finally(leave);
  }, [navigate, payments, reference, hint]);
  return null;
}
