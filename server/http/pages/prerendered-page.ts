/** A page that nobody requests for this long is no longer made in advance. */
const FORGOTTEN_AFTER_MS = 300_000;

export interface PrerenderedPage<Page> {
  /** The latest page. null: none is recent enough, and one is being made. */
  take(): Page | null;
  stop(): void;
}

/**
 * A page that is rendered before it is requested: again at each period of the clock, with the previous one served until
 * the new one is complete. A page that nobody requests is dropped; its next requester gets null.
 *
 * @param make renders the page, or returns null when it cannot. Its errors are left to the next direct request.
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
      // A request without the page gets the error itself.
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
