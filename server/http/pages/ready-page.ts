/** Made ahead until nobody has asked for it for so long. */
const FORGOTTEN_AFTER_MS = 300_000;

export interface ReadyPage<Page> {
  /** What was made last. null: nothing that is young enough, and it is being made. */
  take(): Page | null;
  stop(): void;
}

/**
 * A page that stands ready before anybody asks: it is made anew whenever a period of the clock begins, and the one
 * before is answered until the new one is whole. One that nobody asks for is left alone; who asks first then has to do
 * without.
 *
 * @param make the whole page, null when there is none now; that and what fails is left to the next who asks.
 */
export function createReadyPage<Page>(make: () => Promise<Page | null>, periodMs: number): ReadyPage<Page> {
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
      // Whoever asks without it is told why.
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
