import { useState } from 'react';
import { useLazyComponent } from '../../lib/react/use-lazy-component.tsx';
import { useSession } from '../../lib/session/session.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import styles from './Header.module.css';

const loadCount = () => import('./UnreadCountBadge.tsx');
const loadPanel = () => import('../../features/notifications/panel/NotificationPanel.tsx');

export function HeaderNotificationBell() {
  const session = useSession();
  const userId = session.status === 'member' ? session.user.id : null;
  const [unread, setUnread] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const Count = useLazyComponent(loadCount, userId !== null);
  const NotificationPanel = useLazyComponent(loadPanel, isOpen);
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {Count && userId !== null && <Count key={userId} onCount={setUnread} />}
      </button>
      {isOpen && NotificationPanel && userId !== null && (
        <NotificationPanel userId={userId} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
