/** Milliseconds without a request after which a page is no longer rendered in advance. */
const FORGOTTEN_AFTER_MS = 300_000;

export interface PrerenderedPage<Page> {
  /** @returns the newest rendered page; null: none is younger than two periods, so the caller must render it. */
  take(): Page | null;
  stop(): void;
}

/**
 * Renders a page in advance, once per period, and serves the previous version until the new one is complete.
 * @param make renders the page, or returns null. Its errors are ignored, because the caller's own rendering reports
 * them.
 */
export function createPrerenderedPage<Page>(
  make: () => Promise<Page | null>,
  periodMs: number,
): PrerenderedPage<Page> {
  let ready: { page: Page; madeAtMs: number } | null = null;
  let requestedAtMs = Number.NEGATIVE_INFINITY;
  let isMaking = false;
  let timer: NodeJS.Timeout | undefined;

  const makeOnce = async () => {
    if (isMaking) return;
    isMaking = true;
    try {
      const page = await make();
      if (page !== null) ready = { page, madeAtMs: Date.now() };
    } catch {
      // The error is ignored, because the next request renders the page itself and reports it.
    } finally {
      isMaking = false;
    }
  };
  const waitForPeriod = () => {
    timer = setTimeout(
      () => {
        if (Date.now() - requestedAtMs < FORGOTTEN_AFTER_MS) void makeOnce();
        waitForPeriod();
      },
      periodMs - (Date.now() % periodMs),
    ).unref();
  };
  waitForPeriod();

  return {
    take() {
      requestedAtMs = Date.now();
      if (ready && requestedAtMs - ready.madeAtMs < 2 * periodMs) return ready.page;
      void makeOnce();
      return null;
    },
    stop: () => clearTimeout(timer),
  };
}
