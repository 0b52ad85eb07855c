/** Milliseconds without a request after which a page is no longer rendered in advance. */
const FORGOTTEN_AFTER_MS = 300_000;

export interface PrerenderedPage<Page> {
  /** @returns the latest page; null: no page is recent enough, and a new one is being rendered. */
  take(): Page | null;
  stop(): void;
}

/**
 * Renders a page in advance, once per period, and serves the previous version until the new one is complete. A page
 * that is no longer requested is dropped, and the next `take` returns null.
 *
 * @param make renders the page, or returns null when it cannot. Its errors are ignored; the next direct request fails.
 */
export function createPrerenderedPage<Page>(
  make: () => Promise<Page | null>,
  periodMs: number,
): PrerenderedPage<Page> {
  let ready: { page: Page; madeAtMs: number } | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let isMaking = false;
  let timer: NodeJS.Timeout | undefined;

  const makeOnce = async () => {
    if (isMaking) return;
    isMaking = true;
    try {
      const page = await make();
      if (page !== null) ready = { page, madeAtMs: Date.now() };
    } catch {
      // An error is ignored here: the next request renders the page itself and reports it.
    } finally {
      isMaking = false;
    }
  };
  const waitForPeriod = () => {
    timer = setTimeout(
      () => {
        if (Date.now() - askedAtMs < FORGOTTEN_AFTER_MS) void makeOnce();
        waitForPeriod();
      },
      periodMs - (Date.now() % periodMs),
    ).unref();
  };
  waitForPeriod();

  return {
    take() {
      askedAtMs = Date.now();
      if (ready && askedAtMs - ready.madeAtMs < 2 * periodMs) return ready.page;
      void makeOnce();
      return null;
    },
    stop: () => clearTimeout(timer),
  };
}
