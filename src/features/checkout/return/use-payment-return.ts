import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { screenPaths } from '../../../lib/paths.ts';
import {
  readLastStartedPayment,
  storePreservedCartBannerStart,
} from '../../../lib/storage/purchase-storage.ts';
import type { CardPageReturnStatus } from '../attempts/attempt.ts';
import { usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import { showPaymentSuccessToast } from '../payment/payment-data.ts';
import {
  setCardPageResultWithoutReference,
  setNotFoundPaymentReference,
} from '../payment/transient-payment-state.ts';
import { parseCardPageReturnParams, removeCardPageReturnParams } from './payment-return.ts';

/**
 * Handles the return from the card page, whose parameters leave the URL so that reload and Back repeat nothing.
 * @returns the time of the last return, milliseconds; 0: none since the page was loaded.
 */
export function useStoreCardPageReturn(userId: string | null): number {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const payments = usePaymentAttemptStore();
  const [returnedAt, setReturnedAt] = useState(0);
  useEffect(() => {
    const returned = parseCardPageReturnParams(search);
    if (!returned || userId === null) return;
    const note = async () => {
      // An address without a reference belongs to the payment for which this phone opened the card page.
      const reference = returned.reference ?? readLastStartedPayment(userId)?.reference ?? null;
      const noted = reference === null ? null : await payments.storeReturn(userId, reference, returned.hint);
      // The payment may become confirmed while its return is being stored, so the stored attempt is read again.
      const latest = payments.current().find((attempt) => attempt.reference === reference);
      if (noted && (latest ?? noted).state === 'confirmed') {
        // `PaymentService.tsx` announces a success that the shopper has not seen, and clears the cart.
        if (noted.acknowledged) showPaymentSuccessToast(noted);
        navigate(screenPaths.account, { replace: true });
        return;
      }
      if (noted === null) recordReturnWithoutReference(returned.hint);
      if (returned.hint === 'cancelled' || returned.hint === 'failed')
        storePreservedCartBannerStart(Date.now());
      setReturnedAt(Date.now());
      navigate(pathname + removeCardPageReturnParams(search), { replace: true, state });
    };
    void note();
  }, [search, pathname, state, userId, navigate, payments]);
  return returnedAt;
}

function recordReturnWithoutReference(hint: CardPageReturnStatus): void {
  if (hint === 'success') setNotFoundPaymentReference('');
  if (hint === 'cancelled' || hint === 'failed') setCardPageResultWithoutReference(hint);
}
