import {
  formatOpeningTimesWithHolidays,
  type HolidayReasonsByDay,
  type OpeningTimes,
  WEEKDAYS,
} from '#contract/rules/pickup/opening-hours.ts';
import type { PickupCentre } from '#contract/schemas/product.ts';
import type { Queryable } from '../../db/database.ts';

/** Lists the active pickup centres for shoppers. The text of their opening hours includes the coming holidays. */
export async function findActiveCentres(db: Queryable): Promise<PickupCentre[]> {
  const rows = await db.query<PickupCentre & { holidays: HolidayReasonsByDay; now: Date }>(
    `SELECT id AS "_id", code, name, state, city, address, hours, is_default AS "isDefault", holidays,
       app_now() AS now
     FROM pickup_centres WHERE active ORDER BY state, is_default DESC, name`,
  );
  return rows.map(({ holidays, now, ...centre }) => ({
    ...centre,
    hours: formatOpeningTimesWithHolidays({ hours: centre.hours, holidays }, now),
  }));
}

export interface PickupCentreFields extends OpeningTimes {
  code: string;
  name: string;
  state: string;
  city: string;
  address: string;
  /** Opening hours as a text; derived from the opening times by day if any day has them. */
  hours: string;
  holidays: HolidayReasonsByDay;
  /** Number of orders that the centre can hand out in a day; null: not known. */
  ordersPerDay: number | null;
  isDefault: boolean;
}

export async function upsertCentre(db: Queryable, centre: PickupCentreFields): Promise<void> {
  const { code, name, state, city, address, hours, isDefault, holidays, ordersPerDay } = centre;
  const times = WEEKDAYS.map((day) => centre[day]);
  await db.query(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours, is_default, holidays, orders_per_day,
       open_times)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, state = excluded.state, city = excluded.city,
       address = excluded.address, hours = excluded.hours, is_default = excluded.is_default, active = true,
       holidays = excluded.holidays, orders_per_day = excluded.orders_per_day, open_times = excluded.open_times`,
    [
      ...[code, name, state, city, address, hours, isDefault, JSON.stringify(holidays), ordersPerDay],
      times.some((one) => one !== '') ? times : null,
    ],
  );
}

/** Locks all pickup centres, so that concurrent changes cannot set two defaults or use a code twice. */
export async function lockCentres(tx: Queryable): Promise<void> {
  await tx.query('LOCK TABLE pickup_centres IN SHARE ROW EXCLUSIVE MODE');
}

/** Clears the default flag of all pickup centres in the given states. */
export async function clearDefaultCentreFlag(tx: Queryable, states: string[]): Promise<void> {
  await tx.query(
    `UPDATE pickup_centres SET is_default = false
     WHERE is_default AND lower(state) = ANY (SELECT lower(state) FROM unnest($1::text[]) AS state)`,
    [states],
  );
}

export interface PickupCentreRow extends PickupCentreFields {
  active: boolean;
}

const OPEN_TIMES = WEEKDAYS.map((day, index) => `coalesce(open_times[${index + 1}], '') AS ${day}`).join(
  ', ',
);

/**
 * Lists all pickup centres, including inactive ones.
 * @param codes the centres to which an operator is limited; null: all centres.
 */
export function listAllCentres(
  db: Queryable,
  codes: readonly string[] | null = null,
): Promise<PickupCentreRow[]> {
  return db.query<PickupCentreRow>(
    `SELECT code, name, state, city, address, hours, ${OPEN_TIMES}, holidays,
       orders_per_day AS "ordersPerDay", is_default AS "isDefault", active
     FROM pickup_centres WHERE $1::text[] IS NULL OR code = ANY ($1)
     ORDER BY active DESC, state, is_default DESC, name`,
    [codes],
  );
}

/** Counts the orders with a line at this pickup centre that is neither collected nor refunded in full. */
export async function countUncollectedOrdersAtCentre(db: Queryable, code: string): Promise<number> {
  const [row] = await db.query<{ orders: number }>(
    `SELECT count(DISTINCT o.id)::int AS orders FROM pickup_centres c JOIN orders o ON o.centre_id = c.id
       JOIN order_items i ON i.order_id = o.id
     WHERE c.code = $1 AND i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo`,
    [code],
  );
  return row?.orders ?? 0;
}

/** Deactivates a pickup centre. @returns false when no active centre has the code. */
export async function deactivateCentre(tx: Queryable, code: string): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE pickup_centres SET active = false WHERE code = $1 AND active RETURNING 1',
    [code],
  );
  return rows.length === 1;
}

/** @returns the codes of the orders' pickup centres; an empty list when any of the orders does not exist. */
export async function findCentreCodesOfOrders(
  db: Queryable,
  trackingNumbers: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(trackingNumbers)];
  const rows = await db.query<{ code: string }>(
    `SELECT c.code FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.tracking_no = ANY ($1)`,
    [wanted],
  );
  return rows.length === wanted.length ? rows.map(({ code }) => code) : [];
}

/**
 * Counts the orders at a pickup centre: those of these groups, and those whose goods already wait there.
 * @returns undefined when the centre has no daily limit.
 */
export async function findCentreOrdersAndDailyLimit(
  db: Queryable,
  code: string,
  groupIds: readonly string[],
): Promise<{ orders: number; ordersPerDay: number } | undefined> {
  const [load] = await db.query<{ orders: number; ordersPerDay: number }>(
    `SELECT c.orders_per_day AS "ordersPerDay", (
         SELECT count(DISTINCT i.order_id)::int FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE i.collected_at IS NULL AND i.refunded_kobo < i.paid_kobo AND o.centre_id = c.id
           -- OFFSET 0 makes PostgreSQL look up each uncollected line; a join would read the batches of all groups.
           AND (i.group_id = ANY ($2)
             OR EXISTS (SELECT FROM owed_lines w WHERE w.item_id = i.id AND w.can_collect OFFSET 0))) AS orders
     FROM pickup_centres c WHERE c.code = $1 AND c.orders_per_day IS NOT NULL`,
    [code, groupIds],
  );
  return load;
}
