import { browserForFile, type SpecBrowser } from './browser-for-file.ts';
import { type FileShop, shopForFile } from './shop-for-file.ts';
import { Shopper } from './shopper.ts';
import { arriveSignedIn, openPath } from './shopper-actions.ts';

type VisitOptions = NonNullable<Parameters<SpecBrowser['visit']>[0]>;
type Arrival = Awaited<ReturnType<SpecBrowser['visit']>>;

/** One built shop on one database and one browser, for all parts of a section. */
export interface SpecShop extends FileShop {
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
  // Assigned to, not spread: what is there only later is asked for each time.
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
