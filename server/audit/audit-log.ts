import type { Queryable } from '../db/database.ts';

/** One line of the append-only log: who did what to what, and why. */
export interface AuditLine {
  /** `system`, `user:{id}` or `operator:{name}`. */
  actor: string;
  /** For example `group.fail`. */
  action: string;
  /** For example `group:{id}`. */
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
  ip?: string | null;
}

/** @returns the line's id: the reference of a posting that an operator asks for. */
export async function writeAudit(tx: Queryable, line: AuditLine): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO audit_log (actor, action, target, before, after, reason, ip)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      line.actor,
      line.action,
      line.target,
      line.before === undefined ? null : JSON.stringify(line.before),
      line.after === undefined ? null : JSON.stringify(line.after),
      line.reason ?? null,
      line.ip ?? null,
    ],
  );
  return (rows[0] as { id: number }).id;
}
