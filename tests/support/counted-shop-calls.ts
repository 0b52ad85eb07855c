/** Calls of this process to a shop are counted by `method route status`. */
export interface ShopCallCounter {
  counts(): Record<string, number>;
  /** Restores the process's own `fetch`. */
  stop(): void;
}

/** The first matching pattern gives the route's name as the server has it; without a name the path is used. */
export type CountedRouteNames = readonly (readonly [path: RegExp, route?: string])[];

/**
 * Counts all requests that this process sends by `fetch` to the shop at this address: shoppers' calls, checks of
 * `/readyz`, and webhooks of a card provider that it runs.
 *
 * @throws {Error} at a call to an address without a pattern.
 */
export function startShopCallCounter(shopUrl: string, names: CountedRouteNames): ShopCallCounter {
  const own = globalThis.fetch;
  const counts: Record<string, number> = {};
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = await own(input, init);
    if (url.origin !== shopUrl) return answer;
    const known = names.find(([path]) => path.test(url.pathname));
    if (!known) throw new Error(`${url.pathname} is no address of this script`);
    const route = known[1] ?? url.pathname;
    const name = `${init?.method ?? 'GET'} ${route} ${answer.status}`;
    counts[name] = (counts[name] ?? 0) + 1;
    return answer;
  };
  return {
    counts: () => ({ ...counts }),
    stop: () => {
      globalThis.fetch = own;
    },
  };
}
