import type { Queryable } from '../db/database.ts';
import type { OperatorRole } from './action.ts';

/** An operator with the hash of their secret. */
export interface OperatorRow {
  name: string;
  role: OperatorRole;
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: string[] | null;
  secretHash: string;
  /** True: sign-in is blocked, because of too many wrong secrets within 15 minutes. */
  isShut: boolean;
}

const MISSES = 10;
const SHUT_FOR = `interval '15 minutes'`;

export async function findActiveOperators(db: Queryable): Promise<OperatorRow[]> {
  return db.query<OperatorRow>(
    `SELECT name, role, centres, secret_hash AS "secretHash",
       misses >= ${MISSES} AND missed_at > now() - ${SHUT_FOR} AS "isShut"
     FROM operators WHERE removed_at IS NULL ORDER BY name`,
  );
}

/**
 * A removed operator counts for approval this long. Otherwise an operator could add a helper, approve with the helper's
 * secret, and remove the helper.
 */
const AT_HAND = `interval '72 hours'`;

/**
 * Finds the roles that decide whether approval is required. Recently removed operators count, so that removing others
 * does not avoid approval.
 */
export async function findApproverRoles(db: Queryable): Promise<Pick<OperatorRow, 'role' | 'centres'>[]> {
  return db.query<Pick<OperatorRow, 'role' | 'centres'>>(
    `SELECT role, centres FROM operators WHERE removed_at IS NULL
       OR removed_at > app_now() - ${AT_HAND}`,
  );
}

/**
 * Returns true when one operator recently added or reset the other, also through further operators. That operator may
 * know both secrets.
 */
export async function mayOnePersonKnowBothSecrets(
  db: Queryable,
  one: string,
  other: string,
): Promise<boolean> {
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

/** Lists all operators, also removed ones, with the number of wrong secrets for each name. */
export async function listAllOperators(db: Queryable): Promise<object[]> {
  return db.query<object>(
    `SELECT name, role, centres, created_at AS "addedAt", removed_at AS "removedAt",
       coalesce((SELECT sum(times)::int FROM security_events
          WHERE event = 'operator_refused' AND address = 'operator:' || name), 0) AS refusals
     FROM operators ORDER BY removed_at IS NOT NULL, name`,
  );
}

/** Counts a wrong secret. The count starts again at one after 15 minutes without a wrong secret. */
export async function recordWrongOperatorSecret(tx: Queryable, name: string): Promise<void> {
  await tx.query(
    `UPDATE operators SET missed_at = now(),
       misses = CASE WHEN missed_at > now() - ${SHUT_FOR} THEN least(misses + 1, ${MISSES}) ELSE 1 END
     WHERE name = $1`,
    [name],
  );
}

export async function resetWrongOperatorSecretCount(db: Queryable, name: string): Promise<void> {
  await db.query('UPDATE operators SET misses = 0 WHERE name = $1 AND misses > 0', [name]);
}

/** Adds an operator. @returns false when the name is taken, even by a removed operator. */
export async function addOperator(
  tx: Queryable,
  operator: Pick<OperatorRow, 'name' | 'role' | 'secretHash'> & Partial<Pick<OperatorRow, 'centres'>>,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO operators (name, role, centres, secret_hash) VALUES ($1, $2, $3, $4)
     ON CONFLICT (name) DO NOTHING RETURNING 1`,
    [operator.name, operator.role, operator.centres ?? null, operator.secretHash],
  );
  return rows.length > 0;
}

/** @returns the operator's role and previous centres; undefined for an unknown or removed operator. */
export async function limitOperatorToCentres(
  tx: Queryable,
  name: string,
  centres: string[] | null,
): Promise<Pick<OperatorRow, 'role' | 'centres'> | undefined> {
  const [before] = await tx.query<Pick<OperatorRow, 'role' | 'centres'>>(
    'SELECT role, centres FROM operators WHERE name = $1 AND removed_at IS NULL FOR UPDATE',
    [name],
  );
  if (before && before.role !== 'owner')
    await tx.query('UPDATE operators SET centres = $2 WHERE name = $1', [name, centres]);
  return before;
}

/** Replaces an operator's secret. @returns false for an unknown or removed operator. */
export async function replaceOperatorSecret(
  tx: Queryable,
  name: string,
  secretHash: string,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE operators SET secret_hash = $2, misses = 0 WHERE name = $1 AND removed_at IS NULL RETURNING 1`,
    [name, secretHash],
  );
  if (rows.length === 0) return false;
  await forgetEnrolment(tx, name);
  return true;
}

/** Locks all owners, so that two owners cannot remove each other at once and leave the shop without one. */
export async function lockOwnerRows(tx: Queryable): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `SELECT name FROM operators WHERE role = 'owner' AND removed_at IS NULL ORDER BY name FOR UPDATE`,
  );
  return rows.map(({ name }) => name);
}

/** Removes an operator. @returns the operator's role; undefined for an unknown name. */
export async function removeOperator(tx: Queryable, name: string): Promise<OperatorRole | undefined> {
  const rows = await tx.query<{ role: OperatorRole }>(
    `UPDATE operators SET removed_at = app_now(), secret_hash = NULL
     WHERE name = $1 AND removed_at IS NULL RETURNING role`,
    [name],
  );
  if (rows[0]) await forgetEnrolment(tx, name);
  return rows[0]?.role;
}

/** Deletes an operator's password, second factors and sessions after a new secret or a removal. */
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

/** Sums what this operator moved within 24 hours without another operator's approval. @returns naira. */
export async function sumNairaMovedUnapprovedIn24Hours(db: Queryable, actor: string): Promise<number> {
  const rows = await db.query<{ naira: number }>(
    `SELECT coalesce(sum(CASE action
       WHEN 'wallet.goodwill' THEN (after ->> 'amountNaira')::numeric
       WHEN 'card.refund' THEN (after ->> 'amountNaira')::numeric
       WHEN 'item.refund' THEN ((after ->> 'refundedKobo')::numeric - (before ->> 'refundedKobo')::numeric) / 100
       WHEN 'recon.resolve' THEN coalesce(after ->> 'released', after ->> 'returned')::numeric
       WHEN 'group.fail' THEN (after ->> 'refundKobo')::numeric / 100 END), 0)::float8 AS naira
     FROM audit_log
     WHERE actor = $1 AND created_at > app_now() - interval '24 hours' AND after ->> 'approvedBy' IS NULL
       -- A refund to a card has a second row, 'card.refund', so this one would count the amount twice.
       AND after ->> 'goesTo' IS DISTINCT FROM 'card'`,
    [actor],
  );
  return rows[0]?.naira ?? 0;
}
