/** Every call that this process made to a shop, by `method route status`, as it was answered. */
export interface CountedCalls {
  counts(): Record<string, number>;
  /** Puts the process's own `fetch` back. */
  stop(): void;
}

/** What the addresses of a script stand for, in the server's own words; without a word for themselves. The first counts. */
export type RouteNames = readonly (readonly [path: RegExp, route?: string])[];

/**
 * Counts whatever this process sends by `fetch` to the shop at this address: its shoppers' calls, looks at `/readyz`,
 * the webhooks of a card provider that it runs.
 *
 * @throws {Error} at a call to an address that is none of these.
 */
export function countCallsTo(shopUrl: string, names: RouteNames): CountedCalls {
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
