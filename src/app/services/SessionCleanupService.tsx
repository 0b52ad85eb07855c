import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { accountTexts } from '#contract/texts.ts';
import { unsubscribeFromPush } from '../../features/install/push-offer.ts';
import { screenPaths } from '../../lib/paths.ts';
import { useAppService } from '../../lib/react/services.ts';
import { onSessionEnd, syncSessionWithStorage } from '../../lib/session/session.ts';
import type { SessionEndReason } from '../../lib/session/session-ends.ts';
import { markSessionCleanupDone } from '../../lib/session/session-ends.ts';
import { followSessionOfOtherTabs } from '../../lib/session/session-tabs.ts';
import { clearStoredCartAndPayment, clearTabPaymentStorage } from '../../lib/storage/purchase-storage.ts';
import { useOfflineStores } from '../../offline/offline-stores.ts';
import { dismissToasts, showToast } from '../../ui/message/toast.ts';
import { stopQueryPersistence } from '../data/persistence.ts';
import { createShopperDataPurge } from '../data/purge.ts';
import { showAppBadge } from './app-badge.ts';

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('app-session');

/**
 * Deletes the shopper's data when the session ends in any tab, before anything renders for the next user.
 * @source spec section 4 (Session), offline.md section 9
 */
export function SessionCleanupService() {
  const queryClient = useQueryClient();
  const phone = useOfflineStores();
  const purge = useAppService(createShopperDataPurge);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const nextDrawing = useNextDrawing();

  const handleEnd = useEffectEvent(async (why: SessionEndReason, userId: string) => {
    // True: another shopper has already signed in. The stored data, badge and push subscription are theirs and stay.
    const isSwitched = why === 'switched';
    const isBuying = pathname === screenPaths.cart || pathname === screenPaths.checkout;
    await purge.removeShopper(
      {
        userId,
        isOwnEnd: why === 'signed-out' || why === 'expired' || why === 'unreadable',
        keepsOutbox: why !== 'signed-out',
      },
      {
        stopPersistence: () => stopQueryPersistence(phone),
        stopRequests: () => void queryClient.cancelQueries({ queryKey: ['u'] }),
        clearCache: () => {
          // Public data stays in memory, so that the next screen opens at once, also offline.
          queryClient.removeQueries({ queryKey: ['u'] });
          queryClient.getMutationCache().clear();
        },
        clearBrowserStorage: isSwitched ? clearTabPaymentStorage : clearStoredCartAndPayment,
        clearScreen: () => {
          dismissToasts();
          if (isSwitched) return;
          void unsubscribeFromPush().catch(() => undefined);
          showAppBadge(0);
        },
        notifyTabs: () => tabs?.postMessage('signed-out'),
        leave: () => {
          markSessionCleanupDone(why);
          return leave(why, isBuying);
        },
      },
    );
  });

  const leave = async (why: SessionEndReason, isBuying: boolean) => {
    // Another shopper signed in on another tab, so this tab reloads with their session.
    if (why === 'switched') return location.replace(screenPaths.home);
    const isDrawn = nextDrawing();
    if (why === 'expired' && isBuying) {
      showToast({ kind: 'error', message: accountTexts.sessionExpired, id: 'session-expired' });
      navigate(screenPaths.signIn, { replace: true, state: { message: accountTexts.sessionExpired } });
    } else {
      navigate(screenPaths.home, { replace: true });
    }
    await isDrawn;
  };

  useEffect(() => {
    const unfollow = followSessionOfOtherTabs();
    const unsubscribe = onSessionEnd((why, userId) => void handleEnd(why, userId));
    const handleTabs = () => void syncSessionWithStorage();
    tabs?.addEventListener('message', handleTabs);
    return () => {
      unfollow();
      unsubscribe();
      tabs?.removeEventListener('message', handleTabs);
    };
  }, []);
  return null;
}

/** @returns a function that waits until the next address is rendered; it resolves at once after unmounting. */
function useNextDrawing(): () => Promise<void> {
  const { key } = useLocation();
  const waiting = useRef<(() => void)[] | null>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each rendered address
  useEffect(
    () => () => {
      for (const note of waiting.current?.splice(0) ?? []) note();
    },
    [key],
  );
  useEffect(() => {
    waiting.current = [];
    return () => {
      waiting.current = null;
    };
  }, []);
  return () =>
    new Promise((resolve) => {
      if (waiting.current) waiting.current.push(resolve);
      else resolve();
    });
}
