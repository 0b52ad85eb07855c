import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cartTexts } from '#contract/texts.ts';
import { cartQueryKeys } from '../../../lib/query/cart-keys.ts';
import { useSession } from '../../../lib/session/session.ts';
import {
  clearStoredCartAndPayment,
  deletePreservedCartBannerStart,
  getPreservedCartBannerRemainingMs,
} from '../../../lib/storage/purchase-storage.ts';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { MessageBox } from '../../../ui/message/MessageBox.tsx';

interface Props {
  /** Time at which the browser last came back from the card page, milliseconds; a new time shows the banner again. */
  returnedAt?: number;
  reload?: () => void;
}

/** State of the history entry, by which the reloaded page knows that it must say that the cart was cleared. */
const CLEARED = { isCartCleared: true };

/** Says for five minutes after a cancelled or failed payment that the cart is unchanged, and offers to clear it. */
export function PreservedCartBanner({ returnedAt = 0, reload = () => location.reload() }: Props) {
  const queryClient = useQueryClient();
  const phone = useOfflineStores();
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<typeof CLEARED> | null };
  const [isShown, setShown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return from the card page restarts the five minutes
  useEffect(() => {
    const lastsMs = getPreservedCartBannerRemainingMs(Date.now());
    setShown(lastsMs > 0);
    if (lastsMs === 0) return;
    const timer = setTimeout(() => {
      deletePreservedCartBannerStart();
      setShown(false);
    }, lastsMs);
    return () => clearTimeout(timer);
  }, [returnedAt]);

  if (!isShown) return state?.isCartCleared ? <MessageBox>{cartTexts.cleared}</MessageBox> : null;
  const handleClear = async () => {
    clearStoredCartAndPayment();
    if (session.status === 'member')
      queryClient.removeQueries({ queryKey: cartQueryKeys.cart(session.user.id) });
    setShown(false);
    // The stored query data on the phone still contains the cart, so that data is rewritten before the reload.
    await phone.cache?.persist();
    navigate('.', { replace: true, state: CLEARED });
    reload();
  };
  return (
    <MessageBox
      icon="clock"
      action={
        <Button variant="quiet" small onClick={() => void handleClear()}>
          Clear
        </Button>
      }
    >
      {cartTexts.preserved}
    </MessageBox>
  );
}
