import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paymentTexts } from '#contract/texts.ts';
import { type NavigationState, screenPaths } from '../../../lib/paths.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import type { CardPageReturnParams } from './payment-return.ts';

/** Stores the payment of a shopper who returns from the card page signed out, for the next sign-in. */
export function SignedOutCardReturnRedirect({ returned }: { returned: CardPageReturnParams }) {
  const navigate = useNavigate();
  const payments = usePaymentAttemptStore();
  const { reference, hint } = returned;
  useEffect(() => {
    const leave = () => {
      const state: NavigationState = { message: paymentTexts.signInForResult, payment_return: true };
      navigate(screenPaths.signIn, { replace: true, state });
    };
    if (reference === null) leave();
    else void payments.storeReturn(null, reference, hint).finally(leave);
  }, [navigate, payments, reference, hint]);
  return null;
}
