import { browserForFile, type SpecBrowser } from './browser-for-file.ts';
import { type FileShop, shopForFile } from './shop-for-file.ts';
import { Shopper } from './shopper.ts';
import { arriveSignedIn, openPath } from './shopper-actions.ts';

type VisitOptions = NonNullable<Parameters<SpecBrowser['visit']>[0]>;
type Arrival = Awaited<ReturnType<SpecBrowser['visit']>>;

/** All tests of a section share one built shop, one database and one browser. */
export interface SpecShop extends FileShop {
  /** Opens a path as a visitor. */
  visitor(path: string, options?: VisitOptions): Promise<Arrival>;
  /** Opens a path as a signed-in shopper, by default a new one. */
  member(path: string, options?: VisitOptions & { as?: Shopper }): Promise<Arrival & { shopper: Shopper }>;
  /** Creates a visitor without a page opened. */
  arrive(options?: VisitOptions): Promise<Arrival>;
}

/** Opens the shop before the tests of a spec file and closes it after them. */
export function specShopForFile(env: Record<string, string> = {}): SpecShop {
  const browser = browserForFile();
  // A spread would read the getters now, before the shop exists.
  const spec: SpecShop = Object.assign(shopForFile(env), {
    arrive: (options?: VisitOptions) =>
      browser.visit({ baseURL: spec.shop.url, reducedMotion: 'reduce', ...options }),
    async visitor(path: string, options?: VisitOptions) {
      const arrival = await spec.arrive(options);
      await openPath(arrival.page, path);
      return arrival;
    },
    async member(path: string, { as, ...options }: VisitOptions & { as?: Shopper } = {}) {
      const shopper = as ?? (await Shopper.signUp(spec.shop.url));
      const arrival = await spec.arrive(options);
      await arriveSignedIn(arrival.page, shopper);
      await openPath(arrival.page, path);
      return { ...arrival, shopper };
    },
  });
  return spec;
}
