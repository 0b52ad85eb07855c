import { afterAll, beforeAll } from 'vitest';
import { startTestShop, type TestShop } from './shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from './shop-database.ts';

/** A test file has one built shop with its own database. Both exist from the first `beforeAll` on. */
export interface TestFileShop {
  readonly shop: TestShop;
  readonly database: TestShopDatabase;
}

/** Opens a shop before the tests of a file and closes it after them. Call it at the top of the file. */
export function registerShopForFile(env: Record<string, string> = {}): TestFileShop {
  let database: TestShopDatabase | undefined;
  let shop: TestShop | undefined;
  beforeAll(async () => {
    database = await createTestShopDatabase();
    shop = await startTestShop({ databaseUrl: database.url, env });
  });
  afterAll(async () => {
    await shop?.close();
    await database?.drop();
  });
  return {
    get shop() {
      return shop as TestShop;
    },
    get database() {
      return database as TestShopDatabase;
    },
  };
}
