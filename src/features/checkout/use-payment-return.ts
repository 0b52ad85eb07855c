import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { screenPaths } from '../../lib/paths.ts';
import { markCartAsPreserved, readStoredPaymentInfo } from '../../lib/purchase-storage.ts';
import type { PaymentReturnHint } from './attempts/attempt.ts';
import { usePaymentAttemptStore } from './attempts/payment-attempts.ts';
import { announcePaymentSuccess } from './payment-data.ts';
import { parsePaymentReturnParams, removePaymentReturnParams } from './payment-return.ts';
import { setReturnHintWithoutReference, setUnknownPaymentReference } from './payment-watch.ts';

/**
 * Handles a payment return in the cart's address. It stores the return before it cleans the address, so reload and Back
 * repeat nothing. A cancelled or failed return preserves the cart; a confirmed payment only shows its result.
 * @returns time of the latest return, milliseconds; 0: none since the page was loaded.
 */
export function useHandlePaymentReturn(userId: string | null): number {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const payments = usePaymentAttemptStore();
  const [returnedAt, setReturnedAt] = useState(0);
  useEffect(() => {
    const returned = parsePaymentReturnParams(search);
    if (!returned || userId === null) return;
    const note = async () => {
      // Without a reference in the address, the payment that this phone left for is meant.
      const reference = returned.reference ?? readStoredPaymentInfo(userId)?.reference ?? null;
      const noted = reference === null ? null : await payments.noteReturn(userId, reference, returned.hint);
      // The payment may be confirmed while its return is being stored. The polling service has opened the account then.
      const latest = payments.current().find((attempt) => attempt.reference === reference);
      if (noted && (latest ?? noted).state === 'confirmed') {
        // The payment service announces an unacknowledged success, since it also ends the purchase.
        if (noted.acknowledged) announcePaymentSuccess(noted);
        navigate(screenPaths.account, { replace: true });
        return;
      }
      if (noted === null) recordReturnWithoutReference(returned.hint);
      if (returned.hint === 'cancelled' || returned.hint === 'failed') markCartAsPreserved(Date.now());
      setReturnedAt(Date.now());
      navigate(pathname + removePaymentReturnParams(search), { replace: true, state });
    };
    void note();
  }, [search, pathname, state, userId, navigate, payments]);
  return returnedAt;
}

function recordReturnWithoutReference(hint: PaymentReturnHint): void {
  if (hint === 'success') setUnknownPaymentReference('');
  if (hint === 'cancelled' || hint === 'failed') setReturnHintWithoutReference(hint);
}
