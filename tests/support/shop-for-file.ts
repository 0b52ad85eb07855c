import { afterAll, beforeAll } from 'vitest';
import { type Shop, startShop } from './shop.ts';
import { createShopDatabase, type ShopDatabase } from './shop-database.ts';

/** A test file has one built shop with its own database. Both exist from the first `beforeAll` on. */
export interface FileShop {
  readonly shop: Shop;
  readonly database: ShopDatabase;
}

/** Opens a shop before the tests of a file and closes it after them. Call it at the top of the file. */
export function shopForFile(env: Record<string, string> = {}): FileShop {
  let database: ShopDatabase | undefined;
  let shop: Shop | undefined;
  beforeAll(async () => {
    database = await createShopDatabase();
    shop = await startShop({ databaseUrl: database.url, env });
  });
  afterAll(async () => {
    await shop?.close();
    await database?.drop();
  });
  return {
    get shop() {
      return shop as Shop;
    },
    get database() {
      return database as ShopDatabase;
    },
  };
}
