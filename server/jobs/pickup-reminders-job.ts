import type { Database } from '../db/database.ts';
import { enqueuePickupReminders } from '../features/fulfilment/pickup-repository.ts';
import type { Job } from './runner.ts';

/** Hours after the goods became ready at which shoppers are reminded; later, operators see the order as overdue. */
const REMIND_AFTER_HOURS = [24, 48, 72];
/** Hours for which a due reminder can be sent, so that a shopper gets only one after a long downtime. */
const STILL_DUE_HOURS = 24;

/** Reminds shoppers of uncollected goods after 24, 48 and 72 h. @source groups.md */
export function createPickupRemindersJob(db: Database): Job {
  return {
    name: 'pickup-reminders',
    everyMs: 3_600_000,
    async run() {
      await enqueuePickupReminders(db, REMIND_AFTER_HOURS, STILL_DUE_HOURS);
    },
  };
}
