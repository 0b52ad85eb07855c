import type { Page } from 'playwright-core';
import { createErrorBody } from './error-body.ts';
import { waitForHydration } from './shopper-actions.ts';

/** These helpers control network and timers while a screen is brought into a state, without races. */

const heldPages = new WeakSet<Page>();

/** Requests to this address are sent and never get a reply. */
export async function holdRequestsTo(page: Page, address: string | RegExp): Promise<void> {
  heldPages.add(page);
  await page.route(address, () => {});
}

/** Waits until no request is pending except those of `hold`. */
export async function waitForIdleNetwork(page: Page): Promise<void> {
  if (!heldPages.has(page)) await page.waitForLoadState('networkidle');
}

/** Requests to this address get status 500. */
export async function failRequestsTo(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 500, json: createErrorBody('internal') }));
}

/** Edits the shop's real replies, for states that would take a real shop days. */
export async function editResponsesOf<Body>(
  page: Page,
  address: string | RegExp,
  edit: (body: Body) => unknown,
): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: edit((await answer.json()) as Body) });
  });
}

/** The browser logs a matching line for replies of `fail`. */
export const SERVER_ERROR_LOG_PATTERN = / 500 /;

/** The browser logs a matching line for offline requests. */
export const OFFLINE_LOG_PATTERN = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Opens the page offline: the document loads, but all its API requests fail. */
export async function startPageOffline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await page.route(/\/(api\/|ping\.txt)/, (route) => route.abort());
}

/**
 * Takes an open page offline: its API requests fail from now on, while its own code still loads. A key press before
 * makes the app count the visitor as having interacted.
 */
export async function takePageOffline(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.keyboard.press('Shift');
  await page.route(/\/(api\/|ping\.txt)/, (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByText("You're offline. Showing saved data").first().waitFor();
}

/** Disables timers of these durations, so that what they would hide stays visible. */
export async function disableTimersOfDuration(page: Page, ...durationsMs: number[]): Promise<void> {
  await page.addInitScript((held) => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      held.includes(ms ?? 0) ? 0 : start(handler, ms, ...rest)) as typeof setTimeout;
  }, durationsMs);
}

/** Skips the pauses between retries of a failed call, so that its error shows at once. */
export async function skipRetryDelays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(handler, [1_000, 2_000, 4_000].includes(ms ?? 0) ? 0 : ms, ...rest)) as typeof setTimeout;
  });
}

/**
 * Keeps toasts until they are closed: the progress bar whose end closes them is paused.
 *
 * @param search limits this to pages with this text in their query; toasts of other pages close as usual.
 */
export async function disableToastTimeout(page: Page, search = ''): Promise<void> {
  await page.addInitScript((part) => {
    if (!location.search.includes(part)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar--animated { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [sheet];
  }, search);
}

/**
 * Keeps the toasts of the page after the card page, because a slow machine would check them too late. The shop's
 * notification of the same payment is suppressed, because it could replace the page's own message.
 */
export async function disableReturnToastTimeout(page: Page): Promise<void> {
  await disableSocketEvents(page);
  await disableToastTimeout(page, 'reference=');
}

/** Suppresses the shop's socket events, so that no other toast or pop-up covers the screenshot. */
export async function disableSocketEvents(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await holdRequestsTo(page, /\/socket\.io\//);
}

/** Navigates inside the app by the link to the path. */
export async function navigateWithinApp(page: Page, path: string): Promise<void> {
  await waitForHydration(page);
  await page.locator(`a[href="${path}"]`).locator('visible=true').first().click();
  await page.waitForURL((url) => url.pathname === path);
}

/** Sends a server event to the page whose socket `interceptSocketEvents` replaced. */
export type EmitSocketEvent = (event: string, payload: unknown) => void;

/** Intercepts the page's socket, so that a test can send the shop's events. Call it before the page opens. */
export async function interceptSocketEvents(page: Page): Promise<() => Promise<EmitSocketEvent>> {
  let tell: (push: EmitSocketEvent) => void;
  const greeted = new Promise<EmitSocketEvent>((resolve) => {
    tell = resolve;
  });
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (String(message).includes('"hello"')) {
        tell((event, payload) => socket.send(`42${JSON.stringify([event, payload])}`));
      }
    });
  });
  return () => greeted;
}
