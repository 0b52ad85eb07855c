import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { groupQueryKeys } from '../../features/group/group-queries.ts';
import { isNotificationQueryKey } from '../../features/notifications/data/notification-queries.ts';
import {
  refetchNotifications,
  startReceivingNotifications,
} from '../../features/notifications/data/notifications-realtime.ts';
import { PurchasePopUps } from '../../features/social-proof/PurchasePopUps.tsx';
import { canShowPurchasePopUps } from '../../features/social-proof/popup-permission.ts';
import { clearPurchasePopUps } from '../../features/social-proof/popup-queue.ts';
import { startShowingPurchasePopUps } from '../../features/social-proof/social-proof-realtime.ts';
import { connectLiveSocket } from '../../lib/api/live-socket.ts';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';
import { useAppServices } from '../../lib/react/services.ts';
import { getSession, getSessionUserId, useSession } from '../../lib/session/session.ts';
import { refreshSessionToken } from '../../lib/session/token-refresh.ts';
import { createOfflineStores } from '../../offline/offline-stores.ts';
import { subscribeToChangesBetweenFetches } from './change-notifications.ts';

/** Younger data is not fetched again after a reconnection, because the next poll corrects it. */
const FRESH_MS = 2_000;

/** Connects a member's socket after the first paint and applies its events. */
export default function RealtimeService() {
  const queryClient = useQueryClient();
  const services = useAppServices();
  const session = useSession();
  const { pathname } = useLocation();
  const userId = session.status === 'member' ? session.user.id : null;
  const handleConnect = useEffectEvent(() => {
    services.get(createOfflineStores).outbox.wake();
    refetchMissed(queryClient);
  });

  useEffect(() => {
    if (!userId) return;
    let disconnect: (() => void) | null = null;
    let isOver = false;
    let isStarting = false;
    const start = async () => {
      if (isOver || isStarting || disconnect) return;
      isStarting = true;
      try {
        const stop = await connectLiveSocket({
          credentials: readCredentials,
          refreshToken: renewToken,
          onConnect: handleConnect,
        });
        if (isOver) stop();
        else disconnect = stop;
      } catch {
        // If the code of the socket fails to load, the next reconnection tries again.
      } finally {
        isStarting = false;
      }
    };
    const cancelStart = runWhenIdle(() => void start());
    const unsubscribes = [
      onlineManager.subscribe((isOnline) => void (isOnline && start())),
      startShowingPurchasePopUps(),
      startReceivingNotifications(services, queryClient, userId),
      subscribeToChangesBetweenFetches(queryClient, userId),
    ];
    return () => {
      isOver = true;
      cancelStart();
      disconnect?.();
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [userId, queryClient, services]);

  useEffect(() => {
    if (!canShowPurchasePopUps(pathname, false)) clearPurchasePopUps();
  }, [pathname]);
  return <PurchasePopUps />;
}

function readCredentials() {
  const session = getSession();
  return session.status === 'member' ? { token: session.token, userId: session.user.id } : null;
}

async function renewToken(usedToken: string): Promise<boolean> {
  const userId = getSessionUserId();
  if (userId === null) return false;
  try {
    await refreshSessionToken(usedToken);
  } catch {
    // The refresh request got no reply (a refusal would have ended the session). The socket retries when online.
    return false;
  }
  return getSessionUserId() === userId;
}

/** Fetches the data that events could have changed while the socket was disconnected, when they cannot be replayed. */
function refetchMissed(queryClient: QueryClient): void {
  const userId = getSessionUserId();
  if (userId === null) return;
  const olderThanMs = Date.now() - FRESH_MS;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      state.dataUpdatedAt < olderThanMs &&
      !isNotificationQueryKey(queryKey) &&
      ((queryKey[0] === 'u' && queryKey[1] === userId) ||
        (queryKey[0] === 'public' && queryKey[1] === groupQueryKeys.all[1])),
  });
  refetchNotifications(queryClient, userId);
}
