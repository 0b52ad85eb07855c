const KEPT_MS = 1_000;
const KEPT_MAX = 100;
const AT_ONCE = 16;

interface CachedPage<Page> {
  page: Promise<Page>;
  untilMs: number;
}

/**
 * Creates a cache that renders each URL at most once a second, because rendering blocks the server's only thread. It
 * returns null while too many pages are being rendered.
 * @param render renders a path, from which query parameters that change nothing are removed.
 */
export function createPageRenderCache<Page>(
  render: (path: string) => Promise<Page>,
  nowMs: () => number = () => performance.now(),
): (path: string) => Promise<Page | null> {
  const cached = new Map<string, CachedPage<Page>>();
  let rendering = 0;

  const start = (path: string): Promise<Page> => {
    rendering += 1;
    const page = render(path).finally(() => {
      rendering -= 1;
    });
    const one = { page, untilMs: nowMs() + KEPT_MS };
    // A failed rendering is removed from the cache, so that the next request tries again.
    page.catch(() => cached.get(path) === one && cached.delete(path));
    cached.delete(path);
    cached.set(path, one);
    const [oldest] = cached.keys();
    if (cached.size > KEPT_MAX && oldest !== undefined) cached.delete(oldest);
    return page;
  };

  return async (path) => {
    const known = cached.get(path);
    if (known && nowMs() < known.untilMs) return known.page;
    return rendering < AT_ONCE ? start(path) : null;
  };
}
