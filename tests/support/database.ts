import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { queryOnNewConnection } from '../../server/db/connection/query-once.ts';
import type { Database } from '../../server/db/database.ts';

/** On a busy machine a new connection can take longer than the shop's limit of 10 s. */
const PATIENCE_MS = 60_000;

/** Each test file has its own migrated, empty database. */
export interface TestDatabase {
  db: Database;
  /** Pass this to a process under test as DATABASE_URL: it uses the shop's role, which is no superuser. */
  connectionString: string;
  close(): Promise<void>;
}

/** Copies the migrated template of the run's server: about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await askServer(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')} OWNER ajora`);
  const url = new URL(inject('databaseServer'));
  // The role shares the superuser's password in the embedded database.
  url.username = 'ajora';
  url.pathname = `/${name}`;
  const db = connectDatabase({ connectionString: url.href, connectWithinMs: PATIENCE_MS });
  return {
    db,
    connectionString: url.href,
    async close() {
      await db.close();
      await askServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function askServer(text: string): Promise<void> {
  await queryOnNewConnection(inject('databaseServer'), text);
}
