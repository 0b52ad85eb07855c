import { registerBrowserForFile, type SpecFileBrowser } from './browser-for-file.ts';
import { registerShopForFile, type TestFileShop } from './shop-for-file.ts';
import { TestShopper } from './shopper.ts';
import { openPagePath, openPageSignedIn } from './shopper-actions.ts';

type VisitOptions = NonNullable<Parameters<SpecFileBrowser['visit']>[0]>;
type Arrival = Awaited<ReturnType<SpecFileBrowser['visit']>>;

/** All tests of a section share one built shop, one database and one browser. */
export interface SpecFileShop extends TestFileShop {
  /** Opens a path as a visitor. */
  visitor(path: string, options?: VisitOptions): Promise<Arrival>;
  /** Opens a path as a signed-in shopper, by default a new one. */
  member(
    path: string,
    options?: VisitOptions & { as?: TestShopper },
  ): Promise<Arrival & { shopper: TestShopper }>;
  /** Creates a visitor without a page opened. */
  arrive(options?: VisitOptions): Promise<Arrival>;
}

/** Opens the shop before the tests of a spec file and closes it after them. */
export function registerSpecShopForFile(env: Record<string, string> = {}): SpecFileShop {
  const browser = registerBrowserForFile();
  // A spread would read the getters now, before the shop exists.
  const spec: SpecFileShop = Object.assign(registerShopForFile(env), {
    arrive: (options?: VisitOptions) =>
      browser.visit({ baseURL: spec.shop.url, reducedMotion: 'reduce', ...options }),
    async visitor(path: string, options?: VisitOptions) {
      const arrival = await spec.arrive(options);
      await openPagePath(arrival.page, path);
      return arrival;
    },
    async member(path: string, { as, ...options }: VisitOptions & { as?: TestShopper } = {}) {
      const shopper = as ?? (await TestShopper.signUp(spec.shop.url));
      const arrival = await spec.arrive(options);
      await openPageSignedIn(arrival.page, shopper);
      await openPagePath(arrival.page, path);
      return { ...arrival, shopper };
    },
  });
  return spec;
}
