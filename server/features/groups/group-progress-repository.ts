import type { GroupStatus } from '#contract/schemas/group.ts';
import type { Queryable } from '../../db/database.ts';

/** A product on sale with its displayed group. All group fields null: a virtual group. */
export interface GroupProgressRow {
  productMinUnits: number;
  /** The product's own; null: the shop's default. */
  windowHours: number | null;
  groupId: string | null;
  status: GroupStatus | null;
  unitsSold: number | null;
  minUnits: number | null;
  participantCount: number | null;
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
       g.participant_count AS "participantCount", g.deadline
     FROM products p
     LEFT JOIN LATERAL shown_group(p.id) g ON true
     WHERE p.id = $1 AND p.active`,
    [productId],
  );
  return row;
}
