import type { OpsOwnCredentialsReply } from '#contract/schemas/ops/access.ts';
import type { Queryable } from '../../../db/database.ts';
import { IS_CONSOLE_SESSION_ACTIVE_SQL } from '../console-repository.ts';

/** Type of a row as the database returns it: its times (`…At`) are `Date` objects instead of the API's texts. */
type WithDates<Row> = { [Key in keyof Row]: Key extends `${string}At` ? Date : Row[Key] };
type Page = OpsOwnCredentialsReply['data'];

export async function listConsoleSessions(
  db: Queryable,
  name: string,
  hash: Buffer,
): Promise<WithDates<Page['sessions'][number]>[]> {
  return db.query(
    `SELECT s.id, s.ip, s.user_agent AS "userAgent", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
       s.hash = $2 AS "isThis"
     FROM operator_sessions s JOIN operators o ON o.name = s.name
     WHERE s.name = $1 AND ${IS_CONSOLE_SESSION_ACTIVE_SQL} ORDER BY s.hash = $2 DESC, s.last_seen_at DESC`,
    [name, hash],
  );
}

export async function listPasskeysWithLabels(
  db: Queryable,
  name: string,
): Promise<(Omit<WithDates<Page['passkeys'][number]>, 'usedAt'> & { usedAt: Date | null })[]> {
  return db.query(
    `SELECT id, label, created_at AS "createdAt", used_at AS "usedAt" FROM operator_passkeys
     WHERE name = $1 ORDER BY created_at`,
    [name],
  );
}

export async function countOperatorSignInFactors(
  db: Queryable,
  name: string,
): Promise<{ hasAuthenticator: boolean; passkeys: number; recoveryCodesLeft: number }> {
  const [found] = await db.query<{ hasAuthenticator: boolean; passkeys: number; recoveryCodesLeft: number }>(
    `SELECT totp_secret IS NOT NULL AS "hasAuthenticator",
       (SELECT count(*)::int FROM operator_passkeys p WHERE p.name = o.name) AS passkeys,
       (SELECT count(*)::int FROM operator_recovery_codes c WHERE c.name = o.name AND used_at IS NULL)
         AS "recoveryCodesLeft"
     FROM operators o WHERE name = $1`,
    [name],
  );
  return found ?? { hasAuthenticator: false, passkeys: 0, recoveryCodesLeft: 0 };
}

/** Ends one of the operator's sessions. @returns its IP address; undefined when this operator has no such session. */
export async function deleteOwnConsoleSession(
  tx: Queryable,
  name: string,
  id: string,
): Promise<{ ip: string | null } | undefined> {
  const [ended] = await tx.query<{ ip: string | null }>(
    'DELETE FROM operator_sessions WHERE name = $1 AND id = $2 RETURNING ip',
    [name, id],
  );
  return ended;
}

/** Ends all sessions of an operator except the current one. @returns how many ended. */
export async function deleteOtherConsoleSessions(tx: Queryable, name: string, hash: Buffer): Promise<number> {
  const ended = await tx.query('DELETE FROM operator_sessions WHERE name = $1 AND hash <> $2 RETURNING 1', [
    name,
    hash,
  ]);
  return ended.length;
}

/** Renames a passkey. @returns its previous label; undefined when this operator has no such passkey. */
export async function setPasskeyLabel(
  tx: Queryable,
  { name, id, label }: { name: string; id: string; label: string },
): Promise<string | undefined> {
  const [before] = await tx.query<{ label: string }>(
    'SELECT label FROM operator_passkeys WHERE name = $1 AND id = $2 FOR UPDATE',
    [name, id],
  );
  if (before) await tx.query('UPDATE operator_passkeys SET label = $2 WHERE id = $1', [id, label]);
  return before?.label;
}

/** Deletes a passkey. @returns its label; undefined when this operator has no such passkey. */
export async function deletePasskey(tx: Queryable, name: string, id: string): Promise<string | undefined> {
  const [gone] = await tx.query<{ label: string }>(
    'DELETE FROM operator_passkeys WHERE name = $1 AND id = $2 RETURNING label',
    [name, id],
  );
  return gone?.label;
}

export async function deleteAuthenticator(tx: Queryable, name: string): Promise<void> {
  await tx.query('UPDATE operators SET totp_secret = NULL, totp_step = NULL WHERE name = $1', [name]);
}

/** @param step time step of the code by which the app was verified; no sign-in may use it again. */
export async function storeAuthenticator(
  tx: Queryable,
  name: string,
  sealedSecret: Buffer,
  step: number,
): Promise<void> {
  await tx.query('UPDATE operators SET totp_secret = $2, totp_step = $3 WHERE name = $1', [
    name,
    sealedSecret,
    step,
  ]);
}

export async function storeOperatorPassword(
  tx: Queryable,
  name: string,
  passwordHash: string,
): Promise<void> {
  await tx.query('UPDATE operators SET password_hash = $2 WHERE name = $1', [name, passwordHash]);
}
