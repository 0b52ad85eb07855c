import { useCallback, useEffect, useRef, useState } from 'react';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';
import { getServerNowMs } from '../../../lib/api/live-socket.ts';
import { focusNeighbourRow } from '../../../lib/browser/focus-neighbour-row.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { useAppService } from '../../../lib/react/services.ts';
import { useSecondTapCheck } from '../../../lib/react/use-second-tap-check.ts';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import { Button } from '../../../ui/control/Button.tsx';
import { IconButton } from '../../../ui/control/IconButton.tsx';
import { ToggleChips } from '../../../ui/control/ToggleChips.tsx';
import { Spinner } from '../../../ui/display/Skeleton.tsx';
import { UpdatedAgoText } from '../../../ui/display/UpdatedAgoText.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { EmptyState } from '../../../ui/message/EmptyState.tsx';
import { Drawer } from '../../../ui/overlay/Drawer.tsx';
import { storeLastSeenNotificationTime } from '../data/last-seen.ts';
import { createNotificationCommandSubmitter } from '../data/notification-commands.ts';
import { NOTIFICATIONS_LOADING_MIN_MS } from '../data/notification-queries.ts';
import {
  countUnreadNotifications,
  filterNotifications,
  getNewestNotificationTime,
} from '../data/notification-view.ts';
import { useNotifications } from '../data/use-notifications.ts';
import { NotificationItem } from './NotificationItem.tsx';
import styles from './NotificationPanel.module.css';
import { type NotificationCategoryFilter, notificationCategoryOptions } from './notification-styles.ts';
import { useClearNotificationsWithUndo } from './use-undoable-clear.ts';

interface Props {
  userId: string;
  onClose: () => void;
}

const TICK_MS = 30_000;

/**
 * Shows the notifications with search, categories, mark as read and delete. @source spec section 2 (Notification panel)
 */
export default function NotificationPanel({ userId, onClose }: Props) {
  const { storage } = useOfflineStores();
  const actions = useAppService(createNotificationCommandSubmitter);
  const {
    list: known,
    isComplete,
    data,
    error,
    fetchStatus,
    dataUpdatedAt,
    refetch,
  } = useNotifications(userId);
  const { canUndo, isHidden, clear, undo } = useClearNotificationsWithUndo();
  const list = known?.filter((notification) => !isHidden(notification));
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<NotificationCategoryFilter>('all');
  const [nowMs, setNow] = useState(getServerNowMs);
  const isSecondTap = useSecondTapCheck();
  const { isRefreshing, refresh } = useMinimumSpin(refetch);
  useEffect(() => {
    const timer = setInterval(() => setNow(getServerNowMs()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  // The newest time is taken from the server's notifications, because those made on this phone carry its own clock.
  const seenUpTo = getNewestNotificationTime(data ?? []);
  useEffect(() => {
    if (seenUpTo !== null) storeLastSeenNotificationTime(storage, userId, seenUpTo);
  }, [storage, userId, seenUpTo]);

  // The function stays the same at each render. If it changed, all notifications would render again at each letter of a
  // search.
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const leave = useCallback(() => close.current(), []);

  const shown = filterNotifications(list ?? [], category, search);
  const unread = countUnreadNotifications(list ?? []);
  const isNarrowed = category !== 'all' || search.trim() !== '';
  const isLoading = !list && (!isComplete || (!error && fetchStatus !== 'paused'));

  return (
    <Drawer label="Notifications" width="panel" onClose={onClose}>
      {(close) => (
        <>
          <div className={styles.top}>
            <h2 className="grow">{list ? `Notifications (${unread} unread)` : 'Notifications'}</h2>
            <IconButton
              icon="refresh"
              label="Refresh"
              spinning={isRefreshing}
              disabled={isRefreshing || isLoading}
              onClick={() => void refresh()}
            />
            <IconButton icon="close" label="Close" onClick={close} />
          </div>
          <div className={`stack ${styles.tools}`} data-gap="2">
            <SearchField
              placeholder="Search notifications..."
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <ToggleChips
              label="Category"
              options={notificationCategoryOptions}
              value={category}
              onChange={setCategory}
            />
            <div className={`row ${styles.all}`} data-justify="between" data-wrap="" data-gap="2">
              <Button
                variant="quiet"
                small
                disabled={unread === 0}
                onClick={({ currentTarget }) => {
                  (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
                  actions.markAllRead(seenUpTo);
                }}
              >
                Mark All Read
              </Button>
              <Button
                variant="danger"
                small
                disabled={!list?.length}
                onClick={({ currentTarget }) => {
                  focusNeighbourRow(currentTarget);
                  if (list) clear(list, seenUpTo);
                }}
              >
                Clear All
              </Button>
            </div>
          </div>
          <div className={styles.body}>
            {list && (
              <div className={styles.dated}>
                <UpdatedAgoText updatedAt={dataUpdatedAt} staleMs={QUERY_STALE_TIME_MS.lists} />
              </div>
            )}
            {isLoading && (
              <div className={styles.loading}>
                <Spinner label="Loading notifications" />
                <p>Loading notifications...</p>
              </div>
            )}
            {!list && !isLoading && (
              <EmptyState
                drawing="offline"
                title={fetchStatus === 'paused' ? "You're offline" : 'Notifications could not be loaded'}
                action={
                  <Button variant="soft" onClick={() => void refetch()}>
                    Try Again
                  </Button>
                }
              />
            )}
            {list && shown.length === 0 && (
              <EmptyState
                drawing="bell"
                title="No notifications found"
                role="status"
                action={
                  canUndo && (
                    <Button variant="soft" onClick={undo}>
                      Undo
                    </Button>
                  )
                }
              >
                {isNarrowed ? 'Try adjusting your search or filters' : "You're all caught up!"}
              </EmptyState>
            )}
            {shown.length > 0 && (
              <ul>
                {shown.map((notification) => (
                  <NotificationItem
                    key={notification._id}
                    notification={notification}
                    ago={formatTimeAgo(Date.parse(notification.createdAt), nowMs)}
                    onRead={actions.markRead}
                    onDelete={actions.remove}
                    isSecondTap={isSecondTap}
                    onLeave={leave}
                  />
                ))}
              </ul>
            )}
          </div>
        </>
      )}
    </Drawer>
  );
}

/** Fetches the notifications again and shows the spinner for at least 1500 ms. */
function useMinimumSpin(refetch: () => Promise<unknown>) {
  const [isRefreshing, setRefreshing] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const refresh = async () => {
    setRefreshing(true);
    await Promise.all([
      refetch(),
      new Promise((resolve) => setTimeout(resolve, NOTIFICATIONS_LOADING_MIN_MS)),
    ]);
    if (isMounted.current) setRefreshing(false);
  };
  return { isRefreshing, refresh };
}
