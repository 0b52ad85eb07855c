import { createTestDatabase } from './database.ts';
import { type Shop, startShop } from './shop.ts';

/** Starts the built shop as a separate process with its own database. Pass it to `forFile`. */
export async function openBuiltShop(env: Record<string, string> = {}): Promise<Shop> {
  const database = await createTestDatabase();
  const shop = await startShop({ databaseUrl: database.connectionString, env });
  return { ...shop, close: () => shop.close().then(database.close) };
}
