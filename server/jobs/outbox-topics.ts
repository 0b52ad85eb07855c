import type { GroupSuccessful, PurchasePopUp } from '#contract/events.ts';
import { shortName } from '#contract/rules/short-name.ts';
import type { Queryable } from '../db/database.ts';
import {
  type DeliveredNotification,
  deliverGroupNotification,
  deliverNotifications,
} from '../features/notifications/notification-delivery.ts';
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
      const joins = await readJoins(tx, rows);
      return joins.map((join) => () => {
        live.groupMoved(join.productId);
        if (!join.mayName || join.ageMs > POP_UP_AGE_MS || Date.now() - poppedUpAtMs < POP_UP_GAP_MS) return;
        poppedUpAtMs = Date.now();
        const { userName, productName, timestamp } = join;
        live.purchase({ userName, productName, timestamp }, join.userId);
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

interface Join extends PurchasePopUp {
  productId: string;
  userId: string;
  mayName: boolean;
  ageMs: number;
}

async function readJoins(tx: Queryable, rows: readonly OutboxRow<'join'>[]): Promise<Join[]> {
  const found = await tx.query<Omit<Join, 'userName' | 'timestamp'> & { name: string; at: Date }>(
    `SELECT j."productId", j."userId", j.at, u.name, u.social_proof AND u.deleted_at IS NULL AS "mayName",
       g.product_snapshot ->> 'title' AS "productName", extract(epoch FROM app_now() - j.at) * 1000 AS "ageMs"
     FROM jsonb_to_recordset($1::jsonb) AS j ("productId" uuid, "groupId" uuid, "userId" uuid, at timestamptz)
       JOIN users u ON u.id = j."userId" JOIN groups g ON g.id = j."groupId"`,
    [JSON.stringify(rows.map((row) => row.payload))],
  );
  return found.map(({ name, at, ...join }) => ({
    ...join,
    userName: shortName(name),
    timestamp: at.toISOString(),
  }));
}
