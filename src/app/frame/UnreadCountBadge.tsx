import { useEffect } from 'react';
import { useUnreadNotificationCount } from '../../features/notifications/data/use-notifications.ts';
import { getSessionUserId } from '../../lib/session/session.ts';
import { CountBadge } from '../../ui/display/CountBadge.tsx';
import { showAppBadge } from '../services/app-badge.ts';

interface Props {
  /** Called with each new count, so that the surrounding button updates its label. */
  onCount: (count: number) => void;
}

/** Shows the number of unread notifications. Loads after the first paint, because its code is large. */
export default function UnreadCountBadge({ onCount }: Props) {
  const count = useUnreadNotificationCount(getSessionUserId());
  useEffect(() => {
    onCount(count);
    showAppBadge(count);
  }, [count, onCount]);
  return <CountBadge count={count} />;
}
