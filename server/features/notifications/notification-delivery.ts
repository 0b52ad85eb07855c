import type { NotificationFact, ShopperFact } from '#contract/notifications/facts.ts';
import { groupFact } from '#contract/notifications/kinds.ts';
import { renderNotification } from '#contract/notifications/rendering.ts';
import { shortName } from '#contract/rules/short-name.ts';
import type { Queryable } from '../../db/database.ts';
import type { Payload } from '../../outbox/topics.ts';
import type { NotificationRow } from './notification-repository.ts';

/** A notification that was written now (not a repeat), ready to be sent to its owner's devices. */
export interface DeliveredNotification extends NotificationRow {
  userId: string;
}

const RETURNED = `n.user_id AS "userId", n.id, n.type, n.category, n.title, n.message, n.data,
  n.dedupe_key AS "factKey", n.read_at AS "readAt", n.created_at AS "createdAt"`;

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
  return tx.query<DeliveredNotification>(
    `INSERT INTO notifications AS n (user_id, dedupe_key, type, category, title, message, data)
     SELECT "userId", key, type, category, title, message, data
     FROM jsonb_to_recordset($1::jsonb) AS r ("userId" uuid, key text, type text, category text,
       title text, message text, data jsonb)
     ON CONFLICT (user_id, dedupe_key) DO NOTHING RETURNING ${RETURNED}`,
    [JSON.stringify(rows)],
  );
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
  const [group] = await tx.query<{ productId: string; title: string }>(
    `SELECT product_id AS "productId", product_snapshot ->> 'title' AS title FROM groups WHERE id = $1`,
    [fact.groupId],
  );
  if (!group) throw new Error(`no group ${fact.groupId}`);
  const { key, type, category, title, message, data } = renderNotification(groupFact(fact), group.title);
  const members = await tx.query<{ userId: string }>(
    `SELECT m.user_id AS "userId" FROM group_members m
     WHERE m.group_id = $1 AND m.units > 0 AND m.user_id > $2
       AND ($3::uuid IS NULL OR EXISTS (
         SELECT FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE i.group_id = m.group_id AND i.user_id = m.user_id AND o.centre_id = $3))
       -- Who has collected keeps the goods: the end of the group is not theirs.
       AND ($5::text NOT IN ('failed', 'refunded') OR EXISTS (
         SELECT FROM order_items i
         WHERE i.group_id = m.group_id AND i.user_id = m.user_id AND i.collected_at IS NULL))
     ORDER BY m.user_id LIMIT $4`,
    [
      fact.groupId,
      fact.after ?? '00000000-0000-0000-0000-000000000000',
      fact.centreId ?? null,
      FAN_OUT_CHUNK,
      fact.status,
    ],
  );
  const delivered = await tx.query<DeliveredNotification>(
    `INSERT INTO notifications AS n (user_id, dedupe_key, type, category, title, message, data)
     SELECT member, $2, $3, $4, $5, $6, $7::jsonb FROM unnest($1::uuid[]) AS member
     ON CONFLICT (user_id, dedupe_key) DO NOTHING RETURNING ${RETURNED}`,
    [members.map((member) => member.userId), key, type, category, title, message, JSON.stringify(data)],
  );
  return {
    delivered,
    productId: group.productId,
    message,
    next: members.length === FAN_OUT_CHUNK ? members.at(-1)?.userId : undefined,
  };
}

/** @returns the name that a fact needs: the title its group was opened with, or the short name of the friend. */
async function loadNames(
  tx: Queryable,
  facts: readonly NotificationFact[],
): Promise<(fact: NotificationFact) => string | undefined> {
  const groupIds = facts.flatMap((fact) => ('groupId' in fact ? [fact.groupId] : []));
  const userIds = facts.flatMap((fact) => ('refereeId' in fact ? [fact.refereeId] : []));
  const rows =
    groupIds.length + userIds.length === 0
      ? []
      : await tx.query<{ id: string; name: string }>(
          `SELECT id, product_snapshot ->> 'title' AS name FROM groups WHERE id = ANY ($1::uuid[])
           UNION ALL SELECT id, name FROM users WHERE id = ANY ($2::uuid[])`,
          [groupIds, userIds],
        );
  const names = new Map(rows.map((row) => [row.id, row.name]));
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
