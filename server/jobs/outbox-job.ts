import { ALMOST_FULL_PERCENT } from '#contract/rules/group/deal-stage.ts';
import { formatShortName } from '#contract/rules/people/short-name.ts';
import type { Database, Queryable } from '../db/database.ts';
import { findGroupJoinsWithNames } from '../features/groups/joins-repository.ts';
import { claimDueProductAlerts } from '../features/groups/product-alerts-repository.ts';
import {
  deliverGroupNotification,
  deliverNotifications,
  GROUP_NOTIFICATION_BATCH_SIZE,
} from '../features/notifications/notification-delivery.ts';
import {
  enqueueOutboxRow,
  findDueOutboxTopics,
  type OutboxObserver,
  type OutboxTopic,
} from '../outbox/outbox.ts';
import {
  type AfterCommitCallback,
  type OutboxRow,
  type OutboxTopicHandlers,
  processOutbox,
} from '../outbox/outbox-worker.ts';
import type { LiveEventSender } from '../realtime/publish.ts';
import type { Job } from './runner.ts';

/**
 * Number of rows in a batch. One row may already notify 500 members, and more rows would delay other shoppers'
 * notifications.
 */
const FAN_OUT_BATCH = 1;

/** Processes outbox rows of notifications and live events. A commit that wrote such a row wakes the job. */
export function createOutboxJob(db: Database, live: LiveEventSender, watch: OutboxObserver): Job {
  const { 'group.successful': succeeded, 'group.update': moved, ...facts } = createOutboxTopicHandlers(live);
  const fanOuts = { 'group.successful': succeeded, 'group.update': moved };
  return {
    name: 'outbox',
    everyMs: 1_000,
    async run({ isStopping }) {
      // A large group's row writes another due row for its remaining members, so the loop runs until none is due.
      for (let worked = 1; worked > 0 && !isStopping(); ) {
        const due = await findDueOutboxTopics(db, topicsOf({ ...facts, ...fanOuts }));
        worked = 0;
        for (const { handlers, batch } of [
          { handlers: facts },
          { handlers: fanOuts, batch: FAN_OUT_BATCH },
        ]) {
          if (!topicsOf(handlers).some((topic) => due.has(topic))) continue;
          const size = batch === undefined ? {} : { batch };
          worked += await processOutbox({ ...watch, db, handlers, ...size });
        }
      }
    },
  };
}

const topicsOf = (handlers: Partial<OutboxTopicHandlers>): OutboxTopic[] =>
  Object.keys(handlers) as OutboxTopic[];

const POP_UP_GAP_MS = 2_000;
/** Age after which a purchase pop-up is dropped, because after an outage its text "just joined" would be wrong. */
const POP_UP_AGE_MS = 60_000;

/** Creates the handler of each outbox topic. @source jobs.md */
export function createOutboxTopicHandlers(live: LiveEventSender): OutboxTopicHandlers {
  let poppedUpAtMs = 0;
  return {
    notice: async (tx, rows) => {
      const facts = rows.map((row) => ({ fact: row.payload, outboxKey: row.dedupeKey }));
      const delivered = await deliverNotifications(tx, facts);
      return delivered.map(
        ({ userId, notification }) =>
          () =>
            live.notification(userId, notification),
      );
    },
    'group.successful': (tx, rows) => fanOut(tx, rows, live),
    'group.update': (tx, rows) => fanOut(tx, rows, live),
    join: async (tx, rows) => {
      const joins = await findGroupJoinsWithNames(
        tx,
        rows.map((row) => row.payload),
      );
      const notified = await notifyProductAlerts(tx, rows, live);
      const shown = joins.map((join) => () => {
        live.groupMoved(join.productId);
        if (!join.mayName || join.ageMs > POP_UP_AGE_MS || Date.now() - poppedUpAtMs < POP_UP_GAP_MS) return;
        poppedUpAtMs = Date.now();
        const { name, productName, at } = join;
        const popUp = { userName: formatShortName(name), productName, timestamp: at.toISOString() };
        live.purchase(popUp, join.userId);
      });
      return [...shown, ...notified];
    },
    progress: async (tx, rows) => [
      ...rows.map((row) => () => live.groupMoved(row.payload.productId)),
      ...(await notifyProductAlerts(tx, rows, live)),
    ],
  };
}

/**
 * Notifies shoppers who set an alert for one of these products. After a full batch a new outbox row notifies the next
 * ones.
 */
async function notifyProductAlerts(
  tx: Queryable,
  rows: readonly OutboxRow<'join' | 'progress'>[],
  live: LiveEventSender,
): Promise<AfterCommitCallback[]> {
  const productIds = [...new Set(rows.map(({ payload }) => payload.productId))];
  const due = await claimDueProductAlerts(tx, productIds, GROUP_NOTIFICATION_BATCH_SIZE);
  const last = due.at(-1);
  if (!last) return [];
  if (due.length === GROUP_NOTIFICATION_BATCH_SIZE) {
    for (const productId of productIds)
      await enqueueOutboxRow(tx, 'progress', `alerts:${productId}:${last.groupId}:${last.userId}`, {
        productId,
      });
  }
  const facts = due.map(({ percent, ...alert }) =>
    percent >= ALMOST_FULL_PERCENT
      ? { fact: 'group_almost_full' as const, ...alert, percent }
      : { fact: 'group_opened' as const, ...alert },
  );
  const delivered = await deliverNotifications(
    tx,
    facts.map((fact) => ({ fact, outboxKey: '' })),
  );
  return delivered.map(
    ({ userId, notification }) =>
      () =>
        live.notification(userId, notification),
  );
}

/** Notifies one batch of a group's members; a new outbox row continues after the last member of the batch. */
async function fanOut(
  tx: Queryable,
  rows: readonly OutboxRow<'group.successful' | 'group.update'>[],
  live: LiveEventSender,
): Promise<AfterCommitCallback[]> {
  const effects: AfterCommitCallback[] = [];
  for (const row of rows) {
    const isSuccess = row.topic === 'group.successful';
    const fact = 'status' in row.payload ? row.payload : { ...row.payload, status: 'successful' };
    const { delivered, productId, message, next } = await deliverGroupNotification(tx, fact);
    if (next !== undefined) {
      const key = `${row.dedupeKey.split('>')[0]}>${next}`;
      await enqueueOutboxRow(tx, row.topic, key, { ...row.payload, after: next });
    }
    effects.push(() => {
      live.groupMoved(productId);
      for (const { userId, notification } of delivered) live.notification(userId, notification);
      if (!isSuccess) return;
      const userIds = delivered.map(({ userId }) => userId);
      live.groupSuccessful(userIds, { groupId: fact.groupId, productId, message });
    });
  }
  return effects;
}
