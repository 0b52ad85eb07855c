import { Outbox } from './outbox/outbox.ts';
import { PaymentAttempts } from './payments/attempts.ts';
import { createStorage } from './storage/storage.ts';

/** What this tab has of its phone: one storage, and what stands on it. */

export const storage = createStorage();
export const outbox = new Outbox(storage);
export const payments = new PaymentAttempts(storage);
