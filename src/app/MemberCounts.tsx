import { useEffect } from 'react';
import { useCartLineCount } from '../features/cart/use-cart.ts';
import { useUnreadCount } from '../features/notifications/use-notifications.ts';
import { sessionUserId } from '../lib/session.ts';

/** The figures of the header. They know the outbox, so their code comes after the first paint. */
interface Props {
  onCount: (count: number) => void;
}

export function CartLineCount({ onCount }: Props) {
  const count = useCartLineCount();
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}

export function UnreadCount({ onCount }: Props) {
  const count = useUnreadCount(sessionUserId());
  useEffect(() => onCount(count), [count, onCount]);
  return null;
}
