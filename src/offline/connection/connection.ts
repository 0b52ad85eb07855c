import { onlineManager } from '@tanstack/react-query';

/** Detects whether the server can be reached, because the browser's online events are unreliable on Android. */

const PROBE_PATH = '/ping.txt';
const PROBE_ANSWER = 'pong';
const PROBE_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

export class ConnectionMonitor {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #lostAtMs = 0;
  #isAsking = false;

  /** Replaces the query library's online detection. Call it before the first query, in the browser only. */
  start(): void {
    onlineManager.subscribe((isOnline) => {
      clearTimeout(this.#timer);
      if (isOnline) return;
      this.#lostAtMs = performance.now();
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#waitAndProbe();
    });
    // At its start the query library assumes a connection, so it is given the browser's own state.
    onlineManager.setOnline(navigator.onLine !== false);
  }

  /**
   * A response proves the connection, unless its request began before the connection was lost.
   * @param sentAtMs start of the request, by `performance.now`.
   */
  readonly noteAnswer = (sentAtMs: number): void => {
    if (sentAtMs >= this.#lostAtMs) onlineManager.setOnline(true);
  };

  /** Checks the connection after a missing response, because the browser may not have noticed its loss. */
  readonly noteSilence = (): void => {
    if (this.#isAsking || !onlineManager.isOnline()) return;
    this.#isAsking = true;
    void this.probe().then((isThere) => {
      this.#isAsking = false;
      if (!isThere) onlineManager.setOnline(false);
    });
  };

  /** Requests `ping.txt` once. @returns whether our server responded. */
  async probe(): Promise<boolean> {
    const aborter = new AbortController();
    const giveUp = setTimeout(() => aborter.abort(), PROBE_TIMEOUT_MS);
    try {
      const answer = await fetch(PROBE_PATH, { cache: 'no-store', signal: aborter.signal });
      // The text is checked, because a hotspot's sign-in page responds to every request.
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
