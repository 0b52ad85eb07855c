import { GROUP_MEMBER_INITIALS_SHOWN_MAX } from '#contract/limits.ts';
import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/** A product on sale with its current group. All group fields are null while nobody has joined. */
export interface GroupProgressRow {
  productMinUnits: number;
  /** Duration of the product's groups in hours; null: the shop's default. */
  windowHours: number | null;
  groupId: string | null;
  status: GroupStatus | null;
  unitsSold: number | null;
  minUnits: number | null;
  participantCount: number | null;
  lastJoinedAt: Date | null;
  /** Full names of the newest group members who let others see their name. */
  memberNames: string[];
  deadline: Date | null;
  now: Date;
}

export async function findGroupProgress(
  db: Queryable,
  productId: string,
): Promise<GroupProgressRow | undefined> {
  const [row] = await db.query<GroupProgressRow>(
    `SELECT p.min_units AS "productMinUnits", p.window_hours AS "windowHours", app_now() AS now,
       g.id AS "groupId", g.status, g.units_sold AS "unitsSold", g.min_units AS "minUnits",
       g.participant_count AS "participantCount", g.deadline,
       (SELECT max(joined_at) FROM group_members WHERE group_id = g.id AND units > 0) AS "lastJoinedAt",
       ARRAY(SELECT u.name FROM group_members m JOIN users u ON u.id = m.user_id
         WHERE m.group_id = g.id AND m.units > 0 AND u.social_proof AND u.deleted_at IS NULL
         ORDER BY m.joined_at DESC, m.user_id LIMIT ${GROUP_MEMBER_INITIALS_SHOWN_MAX}) AS "memberNames"
     FROM products p
     LEFT JOIN LATERAL shown_group(p.id) g ON true
     WHERE p.id = $1 AND p.active`,
    [productId],
  );
  return row;
}
