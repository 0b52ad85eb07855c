import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { createTestShopDatabase, type TestShopDatabase } from './shop-database.ts';

/** Registers a data folder and databases for a test file and removes them afterwards. */
export function openUnmarkedShopForFile() {
  const databases: TestShopDatabase[] = [];
  const file = {
    dataDir: '',
    /** Creates a migrated database on which no shop was ever started. */
    async unmarked(): Promise<TestShopDatabase> {
      const database = await createTestShopDatabase();
      databases.push(database);
      return database;
    },
  };
  beforeAll(async () => {
    file.dataDir = await mkdtemp(join(tmpdir(), 'shop-kind-'));
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
    await rm(file.dataDir, { recursive: true, force: true });
  });
  return file;
}

/** Opens and closes the database as a start of a sandbox or live shop does, which marks it as such. */
export async function openDatabaseAsShopKind(
  database: TestShopDatabase,
  dataDir: string,
  isSandbox: boolean,
): Promise<void> {
  const sandbox = { isOn: isSandbox, speed: 1 };
  const config = { databaseUrl: database.url, databasePool: 4, dataDir, sandbox, providerVariables: [] };
  const opened = await openDatabase(config, () => undefined);
  await opened.close();
}

/** @returns what a process could have changed in the database, to prove that it changed nothing. */
export async function readChangeableDatabaseState(database: TestShopDatabase): Promise<unknown> {
  const [counts] = await database.query(
    `SELECT (SELECT jsonb_agg(s ORDER BY key) FROM settings s) AS settings,
       (SELECT jsonb_agg(name ORDER BY name) FROM schema_migrations) AS migrations,
       (SELECT jsonb_agg(f ORDER BY number) FROM schema_functions f) AS functions,
       (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM products) AS products,
       (SELECT count(*) FROM ledger_tx) AS postings, (SELECT count(*) FROM audit_log) AS audit,
       (SELECT count(*) FROM job_runs) AS jobs`,
  );
  return counts;
}
