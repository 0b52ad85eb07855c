import type { INVALID_CODE_HAND_OUT_RESOLUTIONS } from '#contract/schemas/ops/pickup.ts';
import type { Queryable } from '../../db/database.ts';

export type InvalidCodeResolution = (typeof INVALID_CODE_HAND_OUT_RESOLUTIONS)[number];

/** An order line that was handed out while offline, with a pickup code that the server later refused. */
export interface HandOutWithInvalidCodeRow {
  id: number;
  trackingNumber: string;
  line: number;
  product: string;
  unit: string | null;
  quantity: number;
  name: string;
  centreName: string;
  givenAt: Date;
  givenBy: string;
  refusal: string;
  outcome: InvalidCodeResolution | null;
  resolvedBy: string | null;
  resolvedAt: Date | null;
}

interface NewHandOutWithInvalidCode {
  trackingNumber: string;
  /** Numbers of the handed-out order lines; null: all lines. */
  lines: readonly number[] | null;
  /** Idempotency key of the hand-out: a repeated request records no line twice. */
  key: string;
  givenBy: string;
  /** Time of the hand-out by the phone's clock, ISO 8601. */
  givenAt: string;
  refusal: string;
}

/** Records a hand-out with an invalid code. @returns the numbers of the order lines that were not recorded before. */
export async function insertHandOutWithInvalidCode(
  tx: Queryable,
  handOut: NewHandOutWithInvalidCode,
): Promise<number[]> {
  const rows = await tx.query<{ line: number }>(
    `WITH recorded AS (
       INSERT INTO unproven_hand_outs (item_id, key, given_by, given_at, refusal)
       SELECT i.id, $2, $3, $4, $5 FROM order_items i JOIN orders o ON o.id = i.order_id
       WHERE o.tracking_no = $1 AND ($6::int[] IS NULL OR i.line_no = ANY ($6))
       ON CONFLICT (item_id, key) DO NOTHING RETURNING item_id)
     SELECT i.line_no AS line FROM recorded r JOIN order_items i ON i.id = r.item_id ORDER BY 1`,
    [handOut.trackingNumber, handOut.key, handOut.givenBy, handOut.givenAt, handOut.refusal, handOut.lines],
  );
  return rows.map(({ line }) => line);
}

/**
 * Finds hand-outs with an invalid code, oldest first: all of one order, or the unresolved ones of all orders.
 * @param centres codes of pickup centres; null: all.
 */
export async function findHandOutsWithInvalidCode(
  db: Queryable,
  trackingNumber: string | null,
  centres: readonly string[] | null = null,
): Promise<HandOutWithInvalidCodeRow[]> {
  return db.query<HandOutWithInvalidCodeRow>(
    `SELECT ${UNPROVEN} WHERE CASE WHEN $1::text IS NULL THEN h.outcome IS NULL ELSE o.tracking_no = $1 END
       AND ($2::text[] IS NULL OR c.code = ANY ($2))
     ORDER BY h.created_at, h.id`,
    [trackingNumber, centres],
  );
}

/** @returns the code of the hand-out's pickup centre, as a list, which is empty for an unknown id. */
export async function findCentreOfHandOutWithInvalidCode(db: Queryable, id: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `SELECT c.code FROM unproven_hand_outs h JOIN order_items i ON i.id = h.item_id
       JOIN orders o ON o.id = i.order_id JOIN pickup_centres c ON c.id = o.centre_id WHERE h.id = $1`,
    [id],
  );
  return rows.map(({ code }) => code);
}

const UNPROVEN = `h.id::int, o.tracking_no AS "trackingNumber", i.line_no AS line,
    g.product_snapshot ->> 'title' AS product, unit_title(g.product_snapshot, i.unit_name) AS unit, i.quantity,
    u.name, c.name AS "centreName", h.given_at AS "givenAt", h.given_by AS "givenBy", h.refusal, h.outcome,
    h.resolved_by AS "resolvedBy", h.resolved_at AS "resolvedAt"
  FROM unproven_hand_outs h JOIN order_items i ON i.id = h.item_id JOIN orders o ON o.id = i.order_id
    JOIN users u ON u.id = o.user_id JOIN groups g ON g.id = i.group_id JOIN pickup_centres c ON c.id = o.centre_id`;

/** Locks a hand-out with an invalid code. @returns undefined for an unknown id. */
export async function lockHandOutWithInvalidCode(
  tx: Queryable,
  id: number,
): Promise<HandOutWithInvalidCodeRow | undefined> {
  await tx.query('SELECT 1 FROM unproven_hand_outs WHERE id = $1 FOR UPDATE', [id]);
  const [found] = await tx.query<HandOutWithInvalidCodeRow>(`SELECT ${UNPROVEN} WHERE h.id = $1`, [id]);
  return found;
}

export async function setInvalidCodeResolution(
  tx: Queryable,
  id: number,
  outcome: InvalidCodeResolution,
  actor: string,
): Promise<void> {
  await tx.query(
    `UPDATE unproven_hand_outs SET outcome = $2, resolved_by = $3, resolved_at = app_now()
     WHERE id = $1 AND outcome IS NULL`,
    [id, outcome, actor],
  );
}
