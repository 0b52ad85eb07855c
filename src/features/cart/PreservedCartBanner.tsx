import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cartTexts } from '#contract/texts.ts';
import { clearPurchaseStorage, endPreservedCart, preservedForMs } from '../../lib/purchase-storage.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { cartKeys } from './cart-queries.ts';

interface Props {
  /** Changes when a payment came back, so that the banner looks again. */
  returnedAt?: number;
  reload?: () => void;
}

/** For five minutes after a cancelled or failed payment. Clear wipes the cart that the phone stored, and reloads. */
export function PreservedCartBanner({ returnedAt = 0, reload = () => location.reload() }: Props) {
  const queryClient = useQueryClient();
  const session = useSession();
  const [isShown, setShown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new return restarts the five minutes
  useEffect(() => {
    const lastsMs = preservedForMs(Date.now());
    setShown(lastsMs > 0);
    if (lastsMs === 0) return;
    const timer = setTimeout(() => {
      endPreservedCart();
      setShown(false);
    }, lastsMs);
    return () => clearTimeout(timer);
  }, [returnedAt]);

  if (!isShown) return null;
  const handleClear = () => {
    clearPurchaseStorage();
    // The saved cache has the cart too: the page writes it on leaving, without the cart.
    if (session.status === 'member') queryClient.removeQueries({ queryKey: cartKeys.cart(session.user.id) });
    setShown(false);
    reload();
  };
  return (
    <Note
      icon="clock"
      action={
        <Button variant="quiet" small onClick={handleClear}>
          Clear
        </Button>
      }
    >
      {cartTexts.preserved}
    </Note>
  );
}
