import { useEffect } from 'react';
import { useCartLineCount } from '../../features/cart/data/use-cart.ts';
import { isConnectionMeteredOrSlow } from '../../lib/browser/metered-connection.ts';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';
import { CountBadge } from '../../ui/display/CountBadge.tsx';
import { preloadPurchaseScreens } from '../routing/route-table.ts';

interface Props {
  /** Called with each new count, so that the surrounding link updates its label. */
  onCount: (count: number) => void;
}

/**
 * Shows the number of cart lines. The badge loads after the first paint, because it needs the outbox, whose code is
 * large.
 */
export default function CartLineCountBadge({ onCount }: Props) {
  const count = useCartLineCount();
  const isFilled = count > 0;
  useEffect(() => onCount(count), [count, onCount]);
  useEffect(() => {
    if (isFilled && !isConnectionMeteredOrSlow()) return runWhenIdle(() => void preloadPurchaseScreens());
  }, [isFilled]);
  return <CountBadge count={count} />;
}
