import { createTestDatabase } from './database.ts';

/** The database of one shop under test. */
export interface ShopDatabase {
  /** For `DATABASE_URL`. */
  url: string;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Makes a database in the run's own PostgreSQL, for one shop process (or several at once). */
export async function createShopDatabase(): Promise<ShopDatabase> {
  const { db, connectionString, close } = await createTestDatabase();
  return { url: connectionString, query: (text, values) => db.query(text, values), drop: close };
}
