/** A browser engine that the tests can drive, or how to install it. */
export interface Engine {
  readonly name: string;
  /** The command that installs what is missing here; null where the engine can start. */
  readonly missing: string | null;
  /** Whether a browser that is closed and started again on the same folder still has its data. */
  readonly keepsProfile: boolean;
  /**
   * Starts the browser on a profile folder that the caller owns.
   *
   * @throws {Error} when it does not start within half a minute.
   */
  open(profileDir: string): Promise<Tab>;
}

/**
 * The only tab of a browser. A body is the code of an async function that runs in the page, with plain data as its
 * `arguments`.
 */
export interface Tab {
  /**
   * Leaves the page for another address and waits until the new page is loaded.
   *
   * @throws {Error} when there is no page at that address.
   */
  goto(url: string): Promise<void>;
  /**
   * Runs a body in the page.
   *
   * @returns its result, which must be JSON.
   * @throws {Error} with the message of what it throws, or when the page is left before its end.
   */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>;
  /** Taps the element that a body returns, as a finger does. False, without a tap, when the body returns null. */
  tap(find: string, ...args: unknown[]): Promise<boolean>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}
