import type { GroupSuccessful, PurchasePopUp } from '#contract/events.ts';
import { shortName } from '#contract/rules/short-name.ts';
import type { Queryable } from '../db/database.ts';
import { findJoins } from '../features/groups/joins-repository.ts';
import {
  deliverGroupNotification,
  deliverNotifications,
} from '../features/notifications/notification-delivery.ts';
import type { DeliveredNotification } from '../features/notifications/notification-delivery-repository.ts';
import { enqueuePushes } from '../features/notifications/push-repository.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { AfterCommit, OutboxRow, TopicHandlers } from '../outbox/outbox-worker.ts';

/** Where events for open sockets go. */
export interface LiveEvents {
  notification(notification: DeliveredNotification): void;
  groupSuccessful(userIds: readonly string[], event: GroupSuccessful): void;
  purchase(event: PurchasePopUp, exceptUserId: string): void;
  groupMoved(productId: string): void;
}

const POP_UP_GAP_MS = 2_000;
/** A pop-up says "just joined": after an outage the old ones are not replayed. */
const POP_UP_AGE_MS = 60_000;

/** What each topic of the outbox does. @source notifications.md */
export function outboxTopics(live: LiveEvents): TopicHandlers {
  let poppedUpAtMs = 0;
  return {
    notice: async (tx, rows) => {
      const facts = rows.map((row) => ({ fact: row.payload, outboxKey: row.dedupeKey }));
      const delivered = await deliverNotifications(tx, facts);
      await enqueuePushes(tx, idsOf(delivered));
      return delivered.map((notification) => () => live.notification(notification));
    },
    'group.successful': (tx, rows) => fanOut(tx, rows, live),
    'group.update': (tx, rows) => fanOut(tx, rows, live),
    join: async (tx, rows) => {
      const joins = await findJoins(
        tx,
        rows.map((row) => row.payload),
      );
      return joins.map((join) => () => {
        live.groupMoved(join.productId);
        if (!join.mayName || join.ageMs > POP_UP_AGE_MS || Date.now() - poppedUpAtMs < POP_UP_GAP_MS) return;
        poppedUpAtMs = Date.now();
        const { name, productName, at } = join;
        const popUp = { userName: shortName(name), productName, timestamp: at.toISOString() };
        live.purchase(popUp, join.userId);
      });
    },
    progress: async (_tx, rows) => rows.map((row) => () => live.groupMoved(row.payload.productId)),
  };
}

/** One chunk of members for each row; the rest travels on in a row of its own. */
async function fanOut(
  tx: Queryable,
  rows: readonly OutboxRow<'group.successful' | 'group.update'>[],
  live: LiveEvents,
): Promise<AfterCommit[]> {
  const effects: AfterCommit[] = [];
  for (const row of rows) {
    const isSuccess = row.topic === 'group.successful';
    const fact = 'status' in row.payload ? row.payload : { ...row.payload, status: 'successful' };
    const { delivered, productId, message, next } = await deliverGroupNotification(tx, fact);
    await enqueuePushes(tx, idsOf(delivered));
    if (next !== undefined) {
      const key = `${row.dedupeKey.split('>')[0]}>${next}`;
      await enqueue(tx, row.topic, key, { ...row.payload, after: next });
    }
    effects.push(() => {
      live.groupMoved(productId);
      for (const notification of delivered) live.notification(notification);
      if (!isSuccess) return;
      const userIds = delivered.map((notification) => notification.userId);
      live.groupSuccessful(userIds, { groupId: fact.groupId, productId, message });
    });
  }
  return effects;
}

function idsOf(notifications: readonly DeliveredNotification[]): string[] {
  return notifications.map((notification) => notification.id);
}
