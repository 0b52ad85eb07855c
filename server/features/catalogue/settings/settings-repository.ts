import type { Queryable } from '../../../db/database.ts';

/** Prefix of the `settings` rows that store operators' changes, as JSON texts. */
const PREFIX = 'shop:';

/** Reads the settings that operators have stored. @returns their values by the setting's name. */
export async function findStoredSettings(db: Queryable): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; value: string }>(
    `SELECT substr(key, ${PREFIX.length + 1}) AS name, value #>> '{}' AS value FROM settings
     WHERE starts_with(key, '${PREFIX}')`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * @param value null: resets the setting to its default.
 * @returns the earlier value; null: the default.
 */
export async function storeSetting(
  tx: Queryable,
  name: string,
  value: string | null,
): Promise<string | null> {
  const key = PREFIX + name;
  const [before] = await tx.query<{ value: string }>(
    `SELECT value #>> '{}' AS value FROM settings WHERE key = $1 FOR UPDATE`,
    [key],
  );
  if (value === null) await tx.query('DELETE FROM settings WHERE key = $1', [key]);
  else
    await tx.query(
      `INSERT INTO settings (key, value) VALUES ($1, to_jsonb($2::text))
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [key, value],
    );
  return before?.value ?? null;
}

interface SettingChange {
  target: string;
  actor: string;
  at: Date;
}

/** Finds each setting's last change in the audit log, because a setting reset to its default has no stored row. */
export async function findLastSettingChanges(db: Queryable, targets: string[]): Promise<SettingChange[]> {
  return db.query<SettingChange>(
    `SELECT DISTINCT ON (target) target, actor, created_at AS at FROM audit_log
     WHERE target = ANY ($1) ORDER BY target, id DESC`,
    [targets],
  );
}
