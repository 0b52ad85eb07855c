import type { NotificationFact, ShopperFact } from '#contract/notifications/facts.ts';
import { groupFact } from '#contract/notifications/kinds.ts';
import { renderNotification } from '#contract/notifications/rendering.ts';
import { shortName } from '#contract/rules/short-name.ts';
import type { Queryable } from '../../db/database.ts';
import type { Payload } from '../../outbox/topics.ts';
import {
  type DeliveredNotification,
  findMembersToTell,
  findNames,
  findToldGroup,
  insertNotifications,
} from './notification-delivery-repository.ts';

/** Members told in one step of a fan-out. */
export const FAN_OUT_CHUNK = 500;

/**
 * Writes the notifications of facts addressed to one shopper each. One that the shopper has already is left alone.
 *
 * @returns those written now.
 */
export async function deliverNotifications(
  tx: Queryable,
  facts: readonly { fact: ShopperFact; outboxKey: string }[],
): Promise<DeliveredNotification[]> {
  const nameOf = await loadNames(
    tx,
    facts.map(({ fact }) => fact),
  );
  const rows = facts.map(({ fact, outboxKey }) => ({
    userId: fact.userId,
    ...renderNotification(fact, nameOf(fact), outboxKey),
  }));
  return insertNotifications(tx, rows);
}

export interface FanOutStep {
  delivered: DeliveredNotification[];
  productId: string;
  message: string;
  /** The last member looked at; undefined when all have been. */
  next: string | undefined;
}

/** Tells the next members of a group, at most 500, in one statement that never touches the group's row lock. */
export async function deliverGroupNotification(
  tx: Queryable,
  fact: Payload<'group.update'>,
): Promise<FanOutStep> {
  const group = await findToldGroup(tx, fact.groupId);
  if (!group) throw new Error(`no group ${fact.groupId}`);
  const written = renderNotification(groupFact(fact), group.title);
  const members = await findMembersToTell(tx, fact, FAN_OUT_CHUNK);
  const delivered = await insertNotifications(
    tx,
    members.map((userId) => ({ userId, ...written })),
  );
  return {
    delivered,
    productId: group.productId,
    message: written.message,
    next: members.length === FAN_OUT_CHUNK ? members.at(-1) : undefined,
  };
}

/** @returns the name that a fact needs: the title its group was opened with, or the short name of the friend. */
async function loadNames(
  tx: Queryable,
  facts: readonly NotificationFact[],
): Promise<(fact: NotificationFact) => string | undefined> {
  const groupIds = facts.flatMap((fact) => ('groupId' in fact ? [fact.groupId] : []));
  const userIds = facts.flatMap((fact) => ('refereeId' in fact ? [fact.refereeId] : []));
  const names = await findNames(tx, groupIds, userIds);
  const nameOf = (id: string): string => {
    const name = names.get(id);
    if (name === undefined) throw new Error(`no name for ${id}`);
    return name;
  };
  return (fact) => {
    if ('groupId' in fact) return nameOf(fact.groupId);
    return 'refereeId' in fact ? shortName(nameOf(fact.refereeId)) : undefined;
  };
}
