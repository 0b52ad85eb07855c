/** A browser engine that the tests can drive, or the words that say how to get it. */
export interface Engine {
  readonly name: string;
  /** How to install what is missing here; null where the engine can be started. */
  readonly missing: string | null;
  /** Whether a browser that is closed and started again on the same folder still has what it kept. */
  readonly keepsProfile: boolean;
  /**
   * Starts the browser on a profile folder of the caller's.
   *
   * @throws {Error} when it does not start within half a minute.
   */
  open(profileDir: string): Promise<Tab>;
}

/** The one tab of a browser. A body is that of an async function in the page, `arguments` there are the plain data. */
export interface Tab {
  /**
   * Leaves the page for another address and waits until that one is loaded.
   *
   * @throws {Error} when there is no page at that address.
   */
  goto(url: string): Promise<void>;
  /**
   * Runs a body in the page.
   *
   * @returns what it returns, as JSON takes it.
   * @throws {Error} what it throws, by its message, or when the page is left before its end.
   */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>;
  /** Taps the element that a body returns, as a finger does; false, without a tap, when it returns null. */
  tap(find: string, ...args: unknown[]): Promise<boolean>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}
