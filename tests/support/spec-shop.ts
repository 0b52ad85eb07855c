import { afterAll, beforeAll } from 'vitest';
import { browserForFile, type SpecBrowser } from './browser-for-file.ts';
import { type Shop, startShop } from './shop.ts';
import { createShopDatabase, type ShopDatabase } from './shop-database.ts';
import { Shopper } from './shopper.ts';
import { arriveSignedIn, openPath } from './shopper-actions.ts';

type VisitOptions = NonNullable<Parameters<SpecBrowser['visit']>[0]>;
type Arrival = Awaited<ReturnType<SpecBrowser['visit']>>;

/** One built shop on one database and one browser, for all parts of a section. */
export interface SpecShop {
  readonly shop: Shop;
  readonly database: ShopDatabase;
  /** A visitor who opened a path. */
  visitor(path: string, options?: VisitOptions): Promise<Arrival>;
  /** A signed-in shopper who opened a path; a new one unless given. */
  member(path: string, options?: VisitOptions & { as?: Shopper }): Promise<Arrival & { shopper: Shopper }>;
  /** A visitor before the first page. */
  arrive(options?: VisitOptions): Promise<Arrival>;
}

/** Registers the shop of a spec file. */
export function specShopForFile(env: Record<string, string> = {}): SpecShop {
  const browser = browserForFile();
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

  const spec: SpecShop = {
    get shop() {
      return shop as Shop;
    },
    get database() {
      return database as ShopDatabase;
    },
    arrive: (options) => browser.visit({ baseURL: spec.shop.url, reducedMotion: 'reduce', ...options }),
    async visitor(path, options) {
      const arrival = await spec.arrive(options);
      await openPath(arrival.page, path);
      return arrival;
    },
    async member(path, { as, ...options } = {}) {
      const shopper = as ?? (await Shopper.signUp(spec.shop.url));
      const arrival = await spec.arrive(options);
      await arriveSignedIn(arrival.page, shopper);
      await openPath(arrival.page, path);
      return { ...arrival, shopper };
    },
  };
  return spec;
}
