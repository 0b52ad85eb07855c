import type { NotificationEvent, ShopperNotificationEvent } from '#contract/notifications/events.ts';
import {
  createGroupNotificationEvent,
  renderNotification,
  stripOutcomeFromPaymentNotificationKey,
} from '#contract/notifications/kinds.ts';
import { formatShortName } from '#contract/rules/people/short-name.ts';
import { formatTimeAgo } from '#contract/rules/time/time-ago.ts';
import type { ShopperNotification } from '#contract/schemas/notification.ts';
import type { Queryable } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox.ts';
import {
  enqueuePushMessages,
  findGroupForNotification,
  findMembersToNotify,
  findNamesOfGroupsUsersAndProducts,
  insertNotifications,
  type NewNotification,
} from './notification-delivery-repository.ts';
import type { NotificationRow } from './notification-repository.ts';

export interface StoredUserNotification {
  userId: string;
  notification: ShopperNotification;
}

export const GROUP_NOTIFICATION_BATCH_SIZE = 500;

/**
 * Stores notifications of events that each concern one shopper.
 * @returns the stored ones, without those of an earlier run.
 */
export async function deliverNotifications(
  tx: Queryable,
  facts: readonly { fact: ShopperNotificationEvent; outboxKey: string }[],
): Promise<StoredUserNotification[]> {
  const nameOf = await loadNames(
    tx,
    facts.map(({ fact }) => fact),
  );
  const rows = facts.map(({ fact, outboxKey }) => ({
    userId: fact.userId,
    ...renderNotification(fact, nameOf(fact), outboxKey),
  }));
  return deliver(tx, rows);
}

export interface DeliveredGroupNotification {
  delivered: StoredUserNotification[];
  productId: string;
  message: string;
  /** Id of the last member in this batch; undefined when all members are notified. */
  next: string | undefined;
}

/** Notifies the next members of a group, at most 500, so that a large group needs several short transactions. */
export async function deliverGroupNotification(
  tx: Queryable,
  fact: OutboxPayload<'group.update'>,
): Promise<DeliveredGroupNotification> {
  const group = await findGroupForNotification(tx, fact);
  if (!group) throw new Error(`no group ${fact.groupId}`);
  const times = {
    ...(group.fullAt && { fullAt: group.fullAt.toISOString() }),
    ...(group.collectBy && { collectBy: group.collectBy.toISOString() }),
  };
  const render = (days: { expectedBy?: string }) =>
    renderNotification(createGroupNotificationEvent({ ...fact, ...times, ...days }), group.title);
  const members = await findMembersToNotify(tx, fact, GROUP_NOTIFICATION_BATCH_SIZE);
  const delivered = await deliver(
    tx,
    members.map(({ userId, expectedBy }) => ({
      userId,
      ...render(expectedBy ? { expectedBy: expectedBy.toISOString() } : {}),
    })),
  );
  return {
    delivered,
    productId: group.productId,
    message: render({}).message,
    next: members.length === GROUP_NOTIFICATION_BATCH_SIZE ? members.at(-1)?.userId : undefined,
  };
}

/**
 * Stores notifications and enqueues their push messages. A notification that already exists is skipped and not pushed
 * again.
 */
async function deliver(tx: Queryable, rows: readonly NewNotification[]): Promise<StoredUserNotification[]> {
  const inserted = await insertNotifications(tx, rows);
  await enqueuePushMessages(
    tx,
    inserted.map(({ id }) => id),
  );
  return inserted.map(({ userId, ...row }) => ({
    userId,
    notification: toNotificationReply(row, row.createdAt),
  }));
}

export function toNotificationReply(row: NotificationRow, now: Date): ShopperNotification {
  return {
    _id: row.id,
    type: row.type,
    category: row.category,
    title: row.title,
    message: row.message,
    data: row.data,
    factKey: stripOutcomeFromPaymentNotificationKey(row.factKey),
    read: row.readAt !== null,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    timeAgo: formatTimeAgo(row.createdAt.getTime(), now.getTime()),
  };
}

/**
 * @returns the name that the notification's text needs: the title of its group or product, or the friend's short name.
 */
async function loadNames(
  tx: Queryable,
  facts: readonly NotificationEvent[],
): Promise<(fact: NotificationEvent) => string | undefined> {
  const groupIds = facts.flatMap((fact) => ('groupId' in fact ? [fact.groupId] : []));
  const userIds = facts.flatMap((fact) => ('refereeId' in fact ? [fact.refereeId] : []));
  // Only notifications about reviews need the product's title; a group has its own copy of the title.
  const productIds = facts.flatMap((fact) => (fact.fact === 'review_answered' ? [fact.productId] : []));
  const names = await findNamesOfGroupsUsersAndProducts(tx, groupIds, userIds, productIds);
  const nameOf = (id: string): string => {
    const name = names.get(id);
    if (name === undefined) throw new Error(`no name for ${id}`);
    return name;
  };
  return (fact) => {
    if ('groupId' in fact) return nameOf(fact.groupId);
    if (fact.fact === 'review_answered') return nameOf(fact.productId);
    return 'refereeId' in fact ? formatShortName(nameOf(fact.refereeId)) : undefined;
  };
}
