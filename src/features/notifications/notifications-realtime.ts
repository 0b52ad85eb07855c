import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/schemas/notification.ts';
import { onLive } from '../../lib/live-socket.ts';
import { onFact } from '../../lib/local-facts.ts';
import { readRecord, writeRecord } from '../../offline/idb.ts';
import { showToast } from '../../ui/toast.ts';
import { addLocalNotice, adoptLocalNotices, removeLocalNotices } from './local-notices.ts';
import { notificationKeys, notificationList } from './notification-queries.ts';

/** Families whose figures a notice of this category says have changed. */
const CHANGED: Partial<Record<Notification['category'], readonly string[]>> = {
  payment: ['wallet', 'groups', 'group-stats'],
  wallet: ['wallet'],
  group_buy: ['groups', 'group-stats'],
  referral: ['referral', 'wallet'],
  order: ['groups'],
};

/**
 * Keeps the shopper's notifications while signed in: pushed ones enter the list unread and are shown as a toast,
 * those that came while the page was hidden as one summary on return.
 *
 * @returns the end of it.
 */
export function followNotifications(queryClient: QueryClient, userId: string): () => void {
  void adoptLocalNotices(userId);
  const seen = lastSeen(userId);
  const pushed = new Set<string>();
  let hiddenCount = 0;
  const handleNew = (notice: Notification) => {
    pushed.add(notice.factKey);
    if (!addToCache(queryClient, userId, notice)) return;
    removeLocalNotices((local) => local.factKey === notice.factKey);
    for (const family of CHANGED[notice.category] ?? []) {
      void queryClient.invalidateQueries({ queryKey: ['u', userId, family] });
    }
    if (document.visibilityState === 'hidden') {
      hiddenCount += 1;
      return;
    }
    seen.note(notice.createdAt);
    showToast({ kind: toastKind(notice), message: notice.message, id: notice.factKey });
  };
  const handleVisible = () => {
    if (document.visibilityState === 'hidden' || hiddenCount === 0) return;
    const message = hiddenCount === 1 ? '1 new notification' : `${hiddenCount} new notifications`;
    hiddenCount = 0;
    seen.note(newestOf(queryClient, userId));
    showToast({ kind: 'info', message, id: 'new-notifications' });
  };
  document.addEventListener('visibilitychange', handleVisible);
  const unsubscribes = [
    onLive('notification:new', handleNew),
    onFact((fact) => {
      if (pushed.has(fact.factKey) || knowsFact(queryClient, userId, fact.factKey)) return;
      addLocalNotice(fact);
      // The bell counts both kinds: only beside the list can it tell one fact from two.
      void queryClient.prefetchQuery(notificationList(userId));
    }),
    dropToldFacts(queryClient, userId),
  ];
  return () => {
    document.removeEventListener('visibilitychange', handleVisible);
    for (const unsubscribe of unsubscribes) unsubscribe();
    void adoptLocalNotices(null);
  };
}

/** @returns false when the notice was there already: events may come twice. */
export function addToCache(queryClient: QueryClient, userId: string, notice: Notification): boolean {
  const key = notificationKeys.list(userId);
  const known = queryClient.getQueryData<readonly Notification[]>(key);
  if (known?.some(({ _id }) => _id === notice._id)) return false;
  if (known) queryClient.setQueryData(key, [notice, ...known]);
  queryClient.setQueryData<number>(notificationKeys.unread(userId), (count) =>
    count === undefined ? undefined : count + 1,
  );
  return true;
}

/** A local notice ends when the server's list holds the same fact: deleting that one must not bring it back. */
function dropToldFacts(queryClient: QueryClient, userId: string): () => void {
  const [, , family] = notificationKeys.list(userId);
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const [scope, owner, name] = query.queryKey;
    if (scope !== 'u' || owner !== userId || name !== family) return;
    removeLocalNotices((local) => knowsFact(queryClient, userId, local.factKey));
  });
}

function knowsFact(queryClient: QueryClient, userId: string, factKey: string): boolean {
  const known = queryClient.getQueryData<readonly Notification[]>(notificationKeys.list(userId));
  return known?.some((notice) => notice.factKey === factKey) ?? false;
}

function toastKind({ type }: Notification) {
  return type === 'loading' ? 'info' : type;
}

function newestOf(queryClient: QueryClient, userId: string): string {
  const known = queryClient.getQueryData<readonly Notification[]>(notificationKeys.list(userId));
  return known?.[0]?.createdAt ?? new Date(0).toISOString();
}

/** The newest server time of a notice this phone has shown; it never goes back. */
function lastSeen(userId: string): { note: (createdAt: string) => void } {
  const key = `meta|${userId}|seen`;
  return {
    note: (createdAt) => {
      void readRecord<string>(key)
        .then((stored) => {
          if (!stored || Date.parse(stored) < Date.parse(createdAt)) return writeRecord(key, createdAt);
        })
        // A full disk: at worst a notice is summed up once more.
        .catch(() => undefined);
    },
  };
}
