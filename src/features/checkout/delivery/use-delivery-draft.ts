import { useEffect, useRef, useState } from 'react';
import { useOfflineStores } from '../../../offline/offline-stores.ts';
import type { OfflineStorage } from '../../../offline/storage/storage.ts';
import type { DeliveryInput } from './delivery-checks.ts';

/** Stores the input of the checkout form for a day, so that it survives a closed page. */

const SAVE_AFTER_MS = 500;
const KEPT_MS = 24 * 60 * 60_000;
/**
 * Maximum wait for a slow database in milliseconds. A draft that arrives later fills the form if nobody has touched it.
 */
const READ_WAIT_MS = 600;

interface StoredDraft {
  delivery: DeliveryInput;
  savedAtMs: number;
}

function draftKey(userId: string): string {
  return `draft|${userId}`;
}

async function readDraft(storage: OfflineStorage, userId: string): Promise<DeliveryInput | null> {
  const draft = await storage.read<StoredDraft>(draftKey(userId));
  const ageMs = Date.now() - (draft?.savedAtMs ?? 0);
  return draft && ageMs >= 0 && ageMs < KEPT_MS ? draft.delivery : null;
}

export function deleteDeliveryDraft(storage: OfflineStorage, userId: string): Promise<void> {
  return storage.remove(draftKey(userId)).catch(() => undefined);
}

interface DeliveryDraft {
  /** The stored draft; undefined while it loads, null when there is none. */
  draft: DeliveryInput | null | undefined;
  saveDraft: (delivery: DeliveryInput) => void;
}

export function useDeliveryDraft(userId: string | null): DeliveryDraft {
  const { storage } = useOfflineStores();
  const [draft, setDraft] = useState<DeliveryInput | null>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTouched = useRef(false);

  useEffect(() => {
    if (userId === null) return;
    let isOver = false;
    const show = (found: DeliveryInput | null) => {
      if (!isOver && !isTouched.current) setDraft((known) => known ?? found);
    };
    void readDraft(storage, userId).then(show);
    const giveUp = setTimeout(() => show(null), READ_WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(giveUp);
      clearTimeout(timer.current);
    };
  }, [storage, userId]);

  const saveDraft = (delivery: DeliveryInput) => {
    isTouched.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (userId === null) return;
      const stored: StoredDraft = { delivery, savedAtMs: Date.now() };
      storage.write(draftKey(userId), stored).catch(() => undefined);
    }, SAVE_AFTER_MS);
  };
  return { draft, saveDraft };
}
