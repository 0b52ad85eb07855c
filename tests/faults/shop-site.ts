import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { findFreePort } from '../support/free-port.ts';
import { copyReleaseFolder } from '../support/release-copy.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from '../support/shop-database.ts';
import { findProductId } from '../support/shop-facts.ts';

/** The built shop behind a connection that can be broken. Every phone reaches the shop only through it. */
export interface ShopSite {
  shop: TestShop;
  database: TestShopDatabase;
  proxy: FaultProxy;
  /** The slug of the product that is bought, and its id. */
  slug: string;
  productId: string;
  /** Deploys a release: the app gets new file names, the old files are deleted, and the server knows the new ones. */
  release(): Promise<void>;
  /** The number of deploys until now. */
  readonly releases: number;
  close(): Promise<void>;
}

/** The address of the phones' push service. Nothing listens there. */
export const PUSH_SERVICE = 'http://127.0.0.1:9';

const PRODUCT_SLUG = 'semovita-10kg';

export async function openShopSite(): Promise<ShopSite> {
  const copy = await copyReleaseFolder();
  let releases = 0;
  const database = await createTestShopDatabase();
  const port = await findFreePort();
  const proxy = await startFaultProxy(port);
  // The shop's own address is the proxy's, so that a return from the card page passes the proxy too.
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
