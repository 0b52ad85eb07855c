import type { FactOf, NotificationKind, ShopperFact } from '#contract/notifications/facts.ts';
import { groupFact } from '#contract/notifications/kinds.ts';
import { notificationKey } from '#contract/notifications/rendering.ts';
import type { Queryable } from '../db/database.ts';
import { enqueue } from './outbox.ts';

/** How services tell shoppers of a fact, in the transaction of the fact. SQL functions write such rows themselves. */

/** Kinds whose facts have no id of their own. */
type Unnamed = 'group_moved' | 'security';
type NamedFact = Extract<ShopperFact, { fact: Exclude<NotificationKind, Unnamed> }>;

/** @param outboxKey names the fact over the whole shop; a repeat is dropped. A fact with an id names itself. */
export async function tellShopper(tx: Queryable, fact: NamedFact): Promise<void>;
export async function tellShopper(tx: Queryable, fact: ShopperFact, outboxKey: string): Promise<void>;
export async function tellShopper(
  tx: Queryable,
  fact: ShopperFact,
  outboxKey = notificationKey(fact),
): Promise<void> {
  await enqueue(tx, 'notice', outboxKey, fact);
}

/** Tells the members of a group of its status, or those of one pickup centre. */
export async function tellMembers(tx: Queryable, group: Omit<FactOf<'group_update'>, 'fact'>): Promise<void> {
  const fact = groupFact(group);
  const key = notificationKey(fact);
  if (fact.fact === 'group_secured') await enqueue(tx, 'group.successful', key, { groupId: group.groupId });
  else await enqueue(tx, 'group.update', key, group);
}
