import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { findFreePort } from '../support/free-port.ts';
import { copyReleaseFolder } from '../support/release-copy.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from '../support/shop-database.ts';
import { findProductId } from '../support/shop-facts.ts';

/** The built shop behind a line that can be broken; every phone reaches it through that line only. */
export interface ShopSite {
  shop: TestShop;
  database: TestShopDatabase;
  proxy: FaultProxy;
  /** Slug of the product that is bought, and its id. */
  slug: string;
  productId: string;
  /** A deploy: the app under new file names, the old ones gone, and the server that knows them. */
  release(): Promise<void>;
  /** How many deploys there were. */
  readonly releases: number;
  close(): Promise<void>;
}

/** Where the phones' push service would be. Nobody listens. */
export const PUSH_SERVICE = 'http://127.0.0.1:9';

const PRODUCT_SLUG = 'semovita-10kg';

export async function openShopSite(): Promise<ShopSite> {
  const copy = await copyReleaseFolder();
  let releases = 0;
  const database = await createTestShopDatabase();
  const port = await findFreePort();
  const proxy = await startFaultProxy(port);
  // The shop knows itself by the line's address: a return from the card page comes over the line too.
  const shop = await startTestShop({
    databaseUrl: database.url,
    port,
    env: { PUBLIC_URL: proxy.url, PUSH_TEST_SERVICE: PUSH_SERVICE },
    root: copy.root,
  });
  return {
    shop,
    database,
    proxy,
    slug: PRODUCT_SLUG,
    productId: await findProductId(shop, PRODUCT_SLUG),
    get releases() {
      return releases;
    },
    async release() {
      releases += 1;
      await copy.release(`r${releases}`);
      await shop.stop();
      await shop.start();
    },
    async close() {
      await shop.close();
      await copy.close();
      await proxy.close();
      await database.drop();
    },
  };
}
