import { useEffect } from 'react';
import { useCartLineCount } from '../features/cart/use-cart.ts';
import { useUnreadCount } from '../features/notifications/use-notifications.ts';
import { isMeteredOrSlow } from '../lib/metered-connection.ts';
import { sessionUserId } from '../lib/session.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { CountDot } from '../ui/CountDot.tsx';
import { showAppBadge } from './app-badge.ts';
import { preloadPurchase } from './route-table.ts';

/** The header loads these counts after the first paint, because their code includes the outbox. */
interface Props {
  /** Updates the label of the surrounding button. */
  onCount: (count: number) => void;
}

export function CartLineCount({ onCount }: Props) {
  const count = useCartLineCount();
  const isFilled = count > 0;
  useEffect(() => onCount(count), [count, onCount]);
  useEffect(() => {
    if (isFilled && !isMeteredOrSlow()) return whenIdle(() => void preloadPurchase());
  }, [isFilled]);
  return <CountDot count={count} />;
}

export function UnreadCount({ onCount }: Props) {
  const count = useUnreadCount(sessionUserId());
  useEffect(() => {
    onCount(count);
    showAppBadge(count);
  }, [count, onCount]);
  return <CountDot count={count} />;
}
