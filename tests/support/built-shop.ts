import { createTestDatabase } from './database.ts';
import { startTestShop, type TestShop } from './shop.ts';

/** Starts the built shop as a separate process with its own database. Pass it to `openFixtureForFile`. */
export async function startShopFromBuild(env: Record<string, string> = {}): Promise<TestShop> {
  const database = await createTestDatabase();
  const shop = await startTestShop({ databaseUrl: database.connectionString, env });
  return { ...shop, close: () => shop.close().then(database.close) };
}
