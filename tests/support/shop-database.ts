import { createTestDatabase } from './database.ts';

/** A shop under test has its own database. */
export interface TestShopDatabase {
  /** Value for `DATABASE_URL`. */
  url: string;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database in the run's PostgreSQL, for one or several shop processes. */
export async function createTestShopDatabase(): Promise<TestShopDatabase> {
  const { db, connectionString, close } = await createTestDatabase();
  return { url: connectionString, query: (text, values) => db.query(text, values), drop: close };
}
