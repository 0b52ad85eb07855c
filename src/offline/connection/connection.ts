import { onlineManager } from '@tanstack/react-query';

/**
 * What the phone knows of its line. Being "online" proves nothing; an answer does. While offline a small file
 * is asked for again and again, since the browser's own events get stuck on Android.
 */

const PROBE_PATH = '/ping.txt';
const PROBE_ANSWER = 'pong';
const PROBE_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

export class Connection {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #lostAtMs = 0;
  #isAsking = false;

  /** Takes over the library's idea of being online. Call before the first query, in the browser only. */
  start(): void {
    onlineManager.subscribe((isOnline) => {
      clearTimeout(this.#timer);
      if (isOnline) return;
      this.#lostAtMs = performance.now();
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#waitAndProbe();
    });
    // The library always starts online, whatever the browser says.
    onlineManager.setOnline(navigator.onLine !== false);
  }

  /**
   * The server answered, with whatever status: the line is there. An answer that was on its way when the line went
   * says nothing of the line now.
   *
   * @param askedAtMs when the call left, by `performance.now`.
   */
  readonly noteAnswer = (askedAtMs: number): void => {
    if (askedAtMs >= this.#lostAtMs) onlineManager.setOnline(true);
  };

  /** A call got no answer. The browser may not have noticed that the line is gone: the small file decides. */
  readonly noteSilence = (): void => {
    if (this.#isAsking || !onlineManager.isOnline()) return;
    this.#isAsking = true;
    void this.probe().then((isThere) => {
      this.#isAsking = false;
      if (!isThere) onlineManager.setOnline(false);
    });
  };

  /** Asks for the small file now. @returns whether our server answered. */
  async probe(): Promise<boolean> {
    const aborter = new AbortController();
    const giveUp = setTimeout(() => aborter.abort(), PROBE_TIMEOUT_MS);
    try {
      const answer = await fetch(PROBE_PATH, { cache: 'no-store', signal: aborter.signal });
      // A hotspot's sign-in page answers everything, but not with our word.
      return answer.ok && (await answer.text()).trim() === PROBE_ANSWER;
    } catch {
      return false;
    } finally {
      clearTimeout(giveUp);
    }
  }

  #waitAndProbe(): void {
    this.#timer = setTimeout(async () => {
      if (await this.probe()) onlineManager.setOnline(true);
      if (onlineManager.isOnline()) return;
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
      this.#waitAndProbe();
    }, this.#pauseMs);
  }
}
