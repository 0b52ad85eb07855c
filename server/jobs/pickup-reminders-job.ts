import type { Database } from '../db/database.ts';
import type { Job } from './runner.ts';

/** Hours after the goods were ready. Afterwards they stand on the operator's list (`pickup list --overdue`). */
const REMIND_AFTER_HOURS = [24, 48, 72];
/** A job that was away for long sends the last reminder that is due, not all of them at once. */
const STILL_DUE_HOURS = 24;

/** Reminds shoppers after 24, 48 and 72 h of what waits at their pickup centre. @source fulfilment.md */
export function pickupRemindersJob(db: Database): Job {
  return {
    name: 'pickup-reminders',
    everyMs: 3_600_000,
    async run() {
      await db.query(
        `INSERT INTO outbox (topic, dedupe_key, payload)
         SELECT 'notice', concat_ws(':', 'pickup', i.group_id, i.user_id, due.hours), jsonb_build_object(
           'fact', 'pickup_reminder', 'userId', i.user_id, 'groupId', i.group_id, 'hours', due.hours)
         FROM fulfilment_batches b
         CROSS JOIN unnest($1::int[]) AS due (hours)
         JOIN order_items i ON i.group_id = b.group_id
         JOIN orders o ON o.id = i.order_id AND o.centre_id = b.centre_id
         WHERE b.status = 'ready_for_pickup' AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo
           AND b.ready_at + due.hours * interval '1 hour' <= app_now()
           AND b.ready_at + (due.hours + $2) * interval '1 hour' > app_now()
         GROUP BY i.group_id, i.user_id, due.hours
         ON CONFLICT (dedupe_key) DO NOTHING`,
        [REMIND_AFTER_HOURS, STILL_DUE_HOURS],
      );
    },
  };
}
