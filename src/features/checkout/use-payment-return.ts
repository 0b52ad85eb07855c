import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { preserveCart, storedPaymentInfo } from '../../lib/purchase-storage.ts';
import type { ReturnHint } from '../../offline/payments/attempt.ts';
import { payments } from '../../offline/phone.ts';
import { parsePaymentReturn, withoutPaymentReturn } from './payment-return.ts';
import { tellSuccess } from './payment-success.ts';
import { noteBareHint, noteUnknownPayment } from './payment-watch.ts';

/**
 * Takes a return out of the cart's address: noted first, stripped then, so that reload and Back find nothing to
 * repeat. A cancelled or failed one keeps the cart; one of a payment that is confirmed already shows that and does
 * nothing else.
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
      // An address that lost its reference is about the payment this phone left for.
      const reference = returned.reference ?? storedPaymentInfo(userId)?.reference ?? null;
      const noted = reference === null ? null : await payments.noteReturn(userId, reference, returned.hint);
      if (noted?.state === 'confirmed') {
        // What nobody was told yet is the keeper's to tell: it ends the purchase too.
        if (noted.acknowledged) tellSuccess(noted);
        navigate(paths.account, { replace: true });
        return;
      }
      if (noted === null) noteWithoutReference(returned.hint);
      if (returned.hint === 'cancelled' || returned.hint === 'failed') preserveCart(Date.now());
      setReturnedAt(Date.now());
      navigate(pathname + withoutPaymentReturn(search), { replace: true, state });
    };
    void note();
  }, [search, pathname, state, userId, navigate]);
  return returnedAt;
}

function noteWithoutReference(hint: ReturnHint): void {
  if (hint === 'success') noteUnknownPayment('');
  if (hint === 'cancelled' || hint === 'failed') noteBareHint(hint);
}
