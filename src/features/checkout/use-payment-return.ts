import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { preserveCart, storedPaymentInfo } from '../../lib/purchase-storage.ts';
import { noteReturn } from '../../offline/payment-attempts.ts';
import type { ReturnHint } from '../../offline/payment-states.ts';
import { parsePaymentReturn, withoutPaymentReturn } from './payment-return.ts';
import { noteBareHint, noteUnknownPayment } from './payment-watch.ts';

/**
 * Takes a return out of the cart's address: noted first, stripped then, so that reload and Back find nothing to
 * repeat. A cancelled or failed one keeps the cart.
 *
 * @returns when the last one came, milliseconds; 0: none in this visit.
 */
export function usePaymentReturn(userId: string | null): number {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [returnedAt, setReturnedAt] = useState(0);
  useEffect(() => {
    const returned = parsePaymentReturn(search);
    if (!returned || userId === null) return;
    const note = async () => {
      if (returned.hint === 'cancelled' || returned.hint === 'failed') preserveCart(Date.now());
      // An address that lost its reference is about the payment this phone left for.
      const reference = returned.reference ?? storedPaymentInfo(userId)?.reference ?? null;
      if (reference !== null) await noteReturn(userId, reference, returned.hint);
      else noteWithoutReference(returned.hint);
      setReturnedAt(Date.now());
      navigate({ pathname, search: withoutPaymentReturn(search) }, { replace: true, state });
    };
    void note();
  }, [search, pathname, state, userId, navigate]);
  return returnedAt;
}

function noteWithoutReference(hint: ReturnHint): void {
  if (hint === 'success') noteUnknownPayment('');
  if (hint === 'cancelled' || hint === 'failed') noteBareHint(hint);
}
