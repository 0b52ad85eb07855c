import type { Database } from '../db/database.ts';
import { enqueuePickupReminders } from '../features/fulfilment/pickup-repository.ts';
import type { Job } from './runner.ts';

/** Hours after the goods were ready. Afterwards they stand on the operator's list (`pickup list --overdue`). */
const REMIND_AFTER_HOURS = [24, 48, 72];
/** A job that was away for long sends the last reminder that is due, not all of them at once. */
const STILL_DUE_HOURS = 24;

/** Reminds shoppers after 24, 48 and 72 h of what waits at their pickup centre. @source groups.md */
export function pickupRemindersJob(db: Database): Job {
  return {
    name: 'pickup-reminders',
    everyMs: 3_600_000,
    async run() {
      await enqueuePickupReminders(db, REMIND_AFTER_HOURS, STILL_DUE_HOURS);
    },
  };
}
