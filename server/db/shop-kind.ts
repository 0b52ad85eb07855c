import { withAdvisoryLock } from './advisory-lock.ts';
import type { Database, Queryable } from './database.ts';

/** Whether the shop's money is simulated. It is decided at the first start and never changes. */
export type ShopKind = 'sandbox' | 'live';

/** Thrown when this process must not use the database. The message says why and what to do. */
export class UnsuitableDatabaseError extends Error {
  override name = 'UnsuitableDatabaseError';
}

export interface ShopKindSettings {
  sandbox: { isOn: boolean };
  providerVariables: readonly string[];
}

export function getShopKind(config: Pick<ShopKindSettings, 'sandbox'>): ShopKind {
  return config.sandbox.isOn ? 'sandbox' : 'live';
}

/**
 * Migrates a database and marks a new one as `sandbox` or `live`.
 * @throws {UnsuitableDatabaseError} before any change, when the database is of the other kind.
 */
export async function migrateAndRecordShopKind(
  db: Database,
  config: ShopKindSettings,
  migrate: () => Promise<unknown>,
): Promise<void> {
  await withAdvisoryLock(db, 'shop kind', async () => {
    const found = await readKind(db);
    if (found !== null) refuseOther(config, found);
    await migrate();
    if (found === null) {
      await db.query(`INSERT INTO settings (key, value) VALUES ('shop_kind', $1)`, [
        JSON.stringify(getShopKind(config)),
      ]);
    }
  });
}

/** @throws {UnsuitableDatabaseError} when the database is not of this shop's kind. */
export async function requireDatabaseOfShopKind(db: Queryable, config: ShopKindSettings): Promise<void> {
  const found = await readKind(db);
  if (found === null) {
    throw new UnsuitableDatabaseError(
      'No shop has been started on this database yet. Start the shop on it once (npm start), then run the command again.',
    );
  }
  refuseOther(config, found);
}

async function readKind(db: Queryable): Promise<ShopKind | null> {
  const [settings] = await db.query<{ isThere: boolean }>(
    `SELECT to_regclass('settings') IS NOT NULL AS "isThere"`,
  );
  if (!settings?.isThere) return null;
  const rows = await db.query<{ value: ShopKind }>(`SELECT value FROM settings WHERE key = 'shop_kind'`);
  return rows[0]?.value ?? null;
}

function refuseOther(config: ShopKindSettings, found: ShopKind): void {
  if (getShopKind(config) === found) return;
  const live = ['PUBLIC_URL or SANDBOX=0', ...config.providerVariables].join(', ');
  throw new UnsuitableDatabaseError(
    found === 'sandbox'
      ? "This database is a sandbox's: its money is play money, so it never goes live. Give the live shop an empty database of its own, or set SANDBOX=1 to work on the sandbox."
      : `This database is a live shop's, and a sandbox never touches it. Use the live shop's own settings (${live}), or give the sandbox an empty database of its own.`,
  );
}
