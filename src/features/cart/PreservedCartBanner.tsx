import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cartTexts } from '#contract/texts.ts';
import { cartQueryKeys } from '../../lib/cart-keys.ts';
import {
  clearPreservedCartMark,
  clearPurchaseStorage,
  getPreservedCartRemainingMs,
} from '../../lib/purchase-storage.ts';
import { useSession } from '../../lib/session.ts';
import { useOfflineServices } from '../../offline/offline-services.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/Note.tsx';

interface Props {
  /** Time of the payment return in milliseconds; a new time shows the banner again. */
  returnedAt?: number;
  reload?: () => void;
}

/** State of the history entry, which survives a reload. */
const CLEARED = { isCartCleared: true };

/**
 * Appears for five minutes after a cancelled or failed payment. Clear wipes the stored cart and reloads; the cart of
 * the account is then shown again, and a message says why.
 */
export function PreservedCartBanner({ returnedAt = 0, reload = () => location.reload() }: Props) {
  const queryClient = useQueryClient();
  const phone = useOfflineServices();
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: Partial<typeof CLEARED> | null };
  const [isShown, setShown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return restarts the five minutes
  useEffect(() => {
    const lastsMs = getPreservedCartRemainingMs(Date.now());
    setShown(lastsMs > 0);
    if (lastsMs === 0) return;
    const timer = setTimeout(() => {
      clearPreservedCartMark();
      setShown(false);
    }, lastsMs);
    return () => clearTimeout(timer);
  }, [returnedAt]);

  if (!isShown) return state?.isCartCleared ? <MessageBox>{cartTexts.cleared}</MessageBox> : null;
  const handleClear = async () => {
    clearPurchaseStorage();
    if (session.status === 'member')
      queryClient.removeQueries({ queryKey: cartQueryKeys.cart(session.user.id) });
    setShown(false);
    // The persisted cache holds the cart too, and a write during unload may be lost.
    await phone.cache?.keep();
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
