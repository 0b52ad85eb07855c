import type { Queryable } from '../db/database.ts';
import type { Role } from './action.ts';

/** One who may act by name, with the hash of their secret. */
export interface Operator {
  name: string;
  role: Role;
  secretHash: string;
  /** Too many wrong secrets a moment ago. */
  isShut: boolean;
}

const MISSES = 10;
const SHUT_FOR = `interval '15 minutes'`;

/** Those who were not removed. */
export async function findOperators(db: Queryable): Promise<Operator[]> {
  return db.query<Operator>(
    `SELECT name, role, secret_hash AS "secretHash",
       misses >= ${MISSES} AND missed_at > now() - ${SHUT_FOR} AS "isShut"
     FROM operators WHERE removed_at IS NULL ORDER BY name`,
  );
}

/** How long it lasts that one operator may hold the secret of another, or has thinned out those who could object. */
const AT_HAND = `interval '72 hours'`;

/**
 * The roles of all operators that the rule of two counts, also of who was removed a moment ago. Else removing the others
 * would end the rule.
 */
export async function findApproverRoles(db: Queryable): Promise<Pick<Operator, 'role'>[]> {
  return db.query<Pick<Operator, 'role'>>(
    `SELECT role FROM operators WHERE removed_at IS NULL
       OR removed_at > app_now() - ${AT_HAND}`,
  );
}

/**
 * Whether one person may act in both names: one of them has named the other or given them another secret a moment
 * ago, or somebody between them has.
 */
export async function mayBeSamePerson(db: Queryable, one: string, other: string): Promise<boolean> {
  const rows = await db.query(
    `WITH RECURSIVE given AS (
       SELECT actor, target FROM audit_log
       WHERE action IN ('operator.add', 'operator.reset') AND created_at > app_now() - ${AT_HAND}
     ), hand (name) AS (
       SELECT 'operator:' || $1::text
       UNION SELECT CASE WHEN actor = name THEN target ELSE actor END FROM hand JOIN given ON name IN (actor, target)
     )
     SELECT FROM hand WHERE name = 'operator:' || $2::text`,
    [one, other],
  );
  return rows.length > 0;
}

/** Everybody, also those who left, with the wrong secrets given in their name that are still remembered. */
export async function listOperators(db: Queryable): Promise<object[]> {
  return db.query<object>(
    `SELECT name, role, created_at AS "addedAt", removed_at AS "removedAt",
       coalesce((SELECT sum(times)::int FROM security_events
          WHERE event = 'operator_refused' AND address = 'operator:' || name), 0) AS refusals
     FROM operators ORDER BY removed_at IS NOT NULL, name`,
  );
}

/** Counts a wrong secret; after a quiet quarter of an hour from the first again. */
export async function countFailedSecret(tx: Queryable, name: string): Promise<void> {
  await tx.query(
    `UPDATE operators SET missed_at = now(),
       misses = CASE WHEN missed_at > now() - ${SHUT_FOR} THEN least(misses + 1, ${MISSES}) ELSE 1 END
     WHERE name = $1`,
    [name],
  );
}

export async function clearFailedSecrets(db: Queryable, name: string): Promise<void> {
  await db.query('UPDATE operators SET misses = 0 WHERE name = $1 AND misses > 0', [name]);
}

/** @returns false when the name is taken, also by one who left. */
export async function addOperator(
  tx: Queryable,
  operator: { name: string; role: Role; secretHash: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO operators (name, role, secret_hash) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO NOTHING RETURNING 1`,
    [operator.name, operator.role, operator.secretHash],
  );
  return rows.length > 0;
}

/** @returns false when nobody here has the name. */
export async function replaceSecret(tx: Queryable, name: string, secretHash: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE operators SET secret_hash = $2, misses = 0 WHERE name = $1 AND removed_at IS NULL RETURNING 1`,
    [name, secretHash],
  );
  if (rows.length === 0) return false;
  await forgetEnrolment(tx, name);
  return true;
}

/** Of two owners who remove each other one comes second, and is then the last. */
export async function lockOwners(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT name FROM operators WHERE role = 'owner' AND removed_at IS NULL ORDER BY name FOR UPDATE`,
  );
  return rows.map(({ name }) => name);
}

/** @returns the role they had; undefined when nobody here has the name. */
export async function removeOperator(tx: Queryable, name: string): Promise<Role | undefined> {
  const rows = await tx.query<{ role: Role }>(
    `UPDATE operators SET removed_at = app_now(), secret_hash = NULL
     WHERE name = $1 AND removed_at IS NULL RETURNING role`,
    [name],
  );
  if (rows[0]) await forgetEnrolment(tx, name);
  return rows[0]?.role;
}

/** What somebody leaves behind at the console when they get another secret or act no more. */
async function forgetEnrolment(tx: Queryable, name: string): Promise<void> {
  await tx.query(
    `UPDATE operators SET enrolled_at = NULL, password_hash = NULL, totp_secret = NULL, totp_step = NULL
     WHERE name = $1`,
    [name],
  );
  await tx.query('DELETE FROM operator_recovery_codes WHERE name = $1', [name]);
  await tx.query('DELETE FROM operator_passkeys WHERE name = $1', [name]);
  await tx.query('DELETE FROM operator_challenges WHERE name = $1', [name]);
  await tx.query('DELETE FROM operator_sessions WHERE name = $1', [name]);
}

/** @returns the naira that somebody has given, paid back or sent back in 24 hours with nobody's agreement. */
export async function sumMovedWithoutApproval(db: Queryable, actor: string): Promise<number> {
  const rows = await db.query<{ naira: number }>(
    `SELECT coalesce(sum(CASE action
       WHEN 'wallet.goodwill' THEN (after ->> 'amountNaira')::numeric
       WHEN 'card.refund' THEN (after ->> 'amountNaira')::numeric
       WHEN 'item.refund' THEN ((after ->> 'refundedKobo')::numeric - (before ->> 'refundedKobo')::numeric) / 100
       WHEN 'recon.resolve' THEN coalesce(after ->> 'released', after ->> 'returned')::numeric
       WHEN 'group.fail' THEN (after ->> 'refundKobo')::numeric / 100 END), 0)::float8 AS naira
     FROM audit_log
     WHERE actor = $1 AND created_at > app_now() - interval '24 hours' AND after ->> 'approvedBy' IS NULL
       -- Its way to the card is a row of its own.
       AND after ->> 'goesTo' IS DISTINCT FROM 'card'`,
    [actor],
  );
  return rows[0]?.naira ?? 0;
}
