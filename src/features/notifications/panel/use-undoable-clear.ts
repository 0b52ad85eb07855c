import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { useAppService } from '../../../lib/react/services.ts';
import { createNotificationCommandSubmitter } from '../data/notification-commands.ts';

/** Milliseconds during which Clear All can be undone. */
export const CLEAR_NOTIFICATIONS_UNDO_MS = 6_000;

/** Hides notifications at once but deletes them only after six seconds or on closing, so that the shopper can undo. */
export function useClearNotificationsWithUndo() {
  const actions = useAppService(createNotificationCommandSubmitter);
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const [canUndo, setCanUndo] = useState(false);
  const send = useRef<(() => void) | null>(null);

  const sendNow = useEffectEvent(() => {
    send.current?.();
    send.current = null;
  });
  useEffect(() => {
    const handleLeaving = () => sendNow();
    addEventListener('pagehide', handleLeaving);
    return () => {
      removeEventListener('pagehide', handleLeaving);
      sendNow();
    };
  }, []);
  useEffect(() => {
    if (!canUndo) return;
    const timer = setTimeout(() => {
      sendNow();
      setCanUndo(false);
    }, CLEAR_NOTIFICATIONS_UNDO_MS);
    return () => clearTimeout(timer);
  }, [canUndo]);

  return {
    canUndo,
    isHidden: ({ _id }: ShopperNotification) => hiddenIds.has(_id),
    /** @param before newest server time among the notifications on the screen; null: there are none. */
    clear(list: readonly ShopperNotification[], before: string | null) {
      const ids = new Set(list.map(({ _id }) => _id));
      setHiddenIds(ids);
      setCanUndo(true);
      // If the server refuses the deletion, the notifications show again.
      send.current = () => void actions.clearAll(ids, before).then(() => setHiddenIds(new Set()));
    },
    undo() {
      send.current = null;
      setHiddenIds(new Set());
      setCanUndo(false);
    },
  };
}
