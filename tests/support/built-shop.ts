import { createTestDatabase } from './database.ts';
import { type Shop, startShop } from './shop.ts';

/** The built shop as a process of its own, on a database that goes with it. To be opened by `forFile`. */
export async function openBuiltShop(env: Record<string, string> = {}): Promise<Shop> {
  const database = await createTestDatabase();
  const shop = await startShop({ databaseUrl: database.connectionString, env });
  return { ...shop, close: () => shop.close().then(database.close) };
}
