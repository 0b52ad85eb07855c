import type { PersistedCache } from './cache/persisted-cache.ts';
import { Outbox } from './outbox/outbox.ts';
import { PaymentAttempts } from './payments/attempts.ts';
import { createStorage } from './storage/storage.ts';

/** What this tab has of its phone: one storage, and what stands on it. */

/** The saved cache of whoever uses the phone now. `src/app/persistence.ts` says whose that is. */
class SavedCache {
  current: PersistedCache | null = null;
  /** Ends when the disk was read, or does not answer. */
  readonly whenRead = async () => await this.current?.whenRead();
  /** Ends when the disk has what the shopper's cache holds, or refused it. A page writes nothing on its way out. */
  readonly keep = async () => await this.current?.keep();
}

export const storage = createStorage();
export const outbox = new Outbox(storage);
export const payments = new PaymentAttempts(storage);
export const savedCache = new SavedCache();
