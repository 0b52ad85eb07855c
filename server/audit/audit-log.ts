import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queryable } from '../db/database.ts';

export interface AuditEntry {
  /** Who acted: `system`, `user:{id}` or `operator:{name}`. */
  actor: string;
  /** The action, such as `group.fail`. */
  action: string;
  /** The record that the action changed, such as `group:{id}`. */
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
  ip?: string | null;
  /** Idempotency key of the action. A second row with the same key fails (23505), so nothing is done twice. */
  key?: string | null;
}

/** Holds the operator's IP address during a request, for every audit row that the request writes. */
export const operatorIpAddressContext = new AsyncLocalStorage<string>();

/** Adds a row to the audit log. @returns the row's id, by which an operator's ledger posting refers to it. */
export async function writeAuditEntry(tx: Queryable, entry: AuditEntry): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO audit_log (actor, action, target, before, after, reason, ip, key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      entry.actor,
      entry.action,
      entry.target,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.reason ?? null,
      entry.ip ?? operatorIpAddressContext.getStore() ?? null,
      entry.key ?? null,
    ],
  );
  return (rows[0] as { id: number }).id;
}

export async function findAuditEntryByIdempotencyKey(
  db: Queryable,
  key: string,
): Promise<object | undefined> {
  const rows = await db.query<object>(
    `SELECT created_at AS at, actor, action, target, reason, before, after FROM audit_log WHERE key = $1`,
    [key],
  );
  return rows[0];
}
