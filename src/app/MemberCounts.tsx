import { useEffect } from 'react';
import { useCartLineCount } from '../features/cart/use-cart.ts';
import { useUnreadCount } from '../features/notifications/use-notifications.ts';
import { isConnectionMeteredOrSlow } from '../lib/metered-connection.ts';
import { getSessionUserId } from '../lib/session.ts';
import { runWhenIdle } from '../lib/when-idle.ts';
import { CountBadge } from '../ui/CountDot.tsx';
import { showAppBadge } from './app-badge.ts';
import { preloadPurchaseScreens } from './route-table.ts';

/** The header loads these counts after the first paint, because their code includes the outbox. */
interface Props {
  /** Updates the label of the surrounding button. */
  onCount: (count: number) => void;
}

export function CartLineCountBadge({ onCount }: Props) {
  const count = useCartLineCount();
  const isFilled = count > 0;
  useEffect(() => onCount(count), [count, onCount]);
  useEffect(() => {
    if (isFilled && !isConnectionMeteredOrSlow()) return runWhenIdle(() => void preloadPurchaseScreens());
  }, [isFilled]);
  return <CountBadge count={count} />;
}

export function UnreadCountBadge({ onCount }: Props) {
  const count = useUnreadCount(getSessionUserId());
  useEffect(() => {
    onCount(count);
    showAppBadge(count);
  }, [count, onCount]);
  return <CountBadge count={count} />;
}
