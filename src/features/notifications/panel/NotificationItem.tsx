import { type MouseEvent, memo } from 'react';
import { Link } from 'react-router-dom';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { focusNeighbourRow } from '../../../lib/browser/focus-neighbour-row.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { IconDisc } from '../../../ui/icon/IconDisc.tsx';
import styles from './NotificationPanel.module.css';
import { getNotificationCategoryStyle } from './notification-styles.ts';

interface Props {
  notification: ShopperNotification;
  /** Formatted age. */
  ago: string;
  onRead: (id: string) => void;
  onDelete: (id: string) => void;
  /** True for a tap that follows another one in the panel at once, so that it may hit another button. */
  isSecondTap: (event: MouseEvent) => boolean;
  /** Closes the panel, because a link in it was tapped. */
  onLeave: () => void;
}

/** Shows one notification. Memoised, because each letter of a search renders the panel again. */
export const NotificationItem = memo(function NotificationItem({
  notification,
  ago,
  onRead,
  onDelete,
  isSecondTap,
  onLeave,
}: Props) {
  const look = getNotificationCategoryStyle(notification.category);
  const handleClick = ({ target }: MouseEvent<HTMLLIElement>) => {
    if (!notification.read && !(target as Element).closest('button')) onRead(notification._id);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the button Mark Read instead
    <li className={styles.notification} data-read={notification.read} onClick={handleClick}>
      <IconDisc icon={look.icon} tone={look.tone} />
      <div className={styles.text}>
        <div className={styles.head}>
          <h3>{notification.title}</h3>
          <time className={styles.ago} dateTime={notification.createdAt}>
            {ago}
          </time>
        </div>
        <p>{notification.message}</p>
        {typeof notification.data?.days === 'string' && <p>{notification.data.days}</p>}
        {typeof notification.data?.path === 'string' && (
          <Link className="link" to={notification.data.path} replace onClick={onLeave}>
            See the product
          </Link>
        )}
      </div>
      <div className={styles.actions}>
        {!notification.read && (
          <Button
            variant="quiet"
            small
            onClick={(event) => {
              if (isSecondTap(event)) return;
              // The pressed button disappears, so the focus moves to the next one.
              (event.currentTarget.nextElementSibling as HTMLElement | null)?.focus();
              onRead(notification._id);
            }}
            aria-label={`Mark Read: ${notification.title}`}
          >
            Mark Read
          </Button>
        )}
        <Button
          variant="danger"
          small
          onClick={(event) => {
            if (isSecondTap(event)) return;
            focusNeighbourRow(event.currentTarget);
            onDelete(notification._id);
          }}
          aria-label={`Delete: ${notification.title}`}
        >
          Delete
        </Button>
      </div>
    </li>
  );
});
