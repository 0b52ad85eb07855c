import type { Page } from 'playwright-core';

const LONGEST_MS = 10_000;
const EVERY_MS = 500;

/** Watches the open page for a loading sign that is shown longer than 10 s without a text beside it. */
export class SilenceWatch {
  readonly breaches: string[] = [];
  readonly #page: () => Page;
  #timer: NodeJS.Timeout | undefined;
  #since = new Map<string, number>();

  constructor(page: () => Page) {
    this.#page = page;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#since.clear();
  }

  async #look(): Promise<void> {
    // A page that is being replaced, or whose browser is gone, shows nothing.
    const labels = await this.#page()
      .evaluate(findWordlessSigns)
      .catch(() => []);
    const nowMs = performance.now();
    const before = this.#since;
    this.#since = new Map(labels.map((label) => [label, before.get(label) ?? nowMs]));
    for (const [label, sinceMs] of this.#since) {
      if (nowMs - sinceMs > LONGEST_MS && !this.breaches.includes(label)) this.breaches.push(label);
    }
  }
}

/**
 * Runs in the page: finds loading signs without a sentence beside them. The bar that the phone is offline also counts
 * as one.
 */
function findWordlessSigns(): string[] {
  const isOffline = document.body.innerText.includes("You're offline");
  const signs = [...document.querySelectorAll<HTMLElement>('main [role="status"][aria-label^="Loading"]')];
  return signs
    .filter((sign) => !isOffline && sign.checkVisibility() && !sign.innerText.trim())
    .filter((sign) => !(sign.nextElementSibling as HTMLElement | null)?.innerText.trim())
    .map((sign) => `${location.pathname}: ${sign.ariaLabel}`);
}
