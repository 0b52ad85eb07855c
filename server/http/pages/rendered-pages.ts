const KEPT_MS = 1_000;
const KEPT_MAX = 100;
const AT_ONCE = 16;

interface Kept<Page> {
  page: Promise<Page>;
  untilMs: number;
}

/**
 * Renders each address once a second at most, for everybody: rendering holds the one thread on which the whole shop
 * runs. Sixteen are rendered at once; who comes then gets null and is sent the shell, which the phone fills itself.
 *
 * @param render of an address without what changes nothing on its page.
 */
export function createRenderedPages<Page>(
  render: (path: string) => Promise<Page>,
  nowMs: () => number = () => performance.now(),
): (path: string) => Promise<Page | null> {
  const kept = new Map<string, Kept<Page>>();
  let rendering = 0;

  const start = (path: string): Promise<Page> => {
    rendering += 1;
    const page = render(path).finally(() => {
      rendering -= 1;
    });
    const one = { page, untilMs: nowMs() + KEPT_MS };
    // A failure is nobody else's.
    page.catch(() => kept.get(path) === one && kept.delete(path));
    kept.delete(path);
    kept.set(path, one);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return page;
  };

  return async (path) => {
    const known = kept.get(path);
    if (known && nowMs() < known.untilMs) return known.page;
    return rendering < AT_ONCE ? start(path) : null;
  };
}
