import type { Page } from 'playwright-core';
import { ownErrorBody } from './error-body.ts';
import { takenOver } from './shopper-actions.ts';

/** How the phone and its line are while a screen is brought into a state; nothing here races an answer. */

const heldPages = new WeakSet<Page>();

/** Calls of this address leave the phone and are never answered. */
export async function hold(page: Page, address: string | RegExp): Promise<void> {
  heldPages.add(page);
  await page.route(address, () => {});
}

/** Waits until nothing is under way but what `hold` keeps. */
export async function lineAtRest(page: Page): Promise<void> {
  if (!heldPages.has(page)) await page.waitForLoadState('networkidle');
}

/** Calls of this address are answered as by a broken shop. */
export async function fail(page: Page, address: string | RegExp): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 500, json: ownErrorBody('internal') }));
}

/** The shop's own answer reaches the phone with a change, for what takes a real shop days to become. */
export async function change<Body>(
  page: Page,
  address: string | RegExp,
  edit: (body: Body) => unknown,
): Promise<void> {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: edit((await answer.json()) as Body) });
  });
}

/** The browser's own line about what `fail` answers. */
export const BROKEN_SHOP = / 500 /;

/** The browser's own line about calls without a line. */
export const NO_LINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** A phone that starts without a line: the page comes, nothing that it asks for is answered. */
export async function startWithoutLine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await page.route(/\/(api\/|ping\.txt)/, (route) => route.abort());
}

/**
 * An open page loses its line: its calls fail from now on. What is on its way of its own code still comes. A hand was
 * on the page before, so that it is that of somebody who does not only look.
 */
export async function loseTheLine(page: Page): Promise<void> {
  await takenOver(page);
  await page.keyboard.press('Shift');
  await page.route(/\/(api\/|ping\.txt)/, (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByText("You're offline. Showing saved data").first().waitFor();
}

/** Lets what shows for this long stay: its timer never ends. */
export async function holdTimersOf(page: Page, ...durationsMs: number[]): Promise<void> {
  await page.addInitScript((held) => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      held.includes(ms ?? 0) ? 0 : start(handler, ms, ...rest)) as typeof setTimeout;
  }, durationsMs);
}

/** The pauses between further tries of a failed call, which nobody who looks at the failure waits for. */
export async function retryAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(handler, [1_000, 2_000, 4_000].includes(ms ?? 0) ? 0 : ms, ...rest)) as typeof setTimeout;
  });
}

/**
 * Toasts stay until they are closed: the bar whose end closes them stands still.
 *
 * @param search only on pages opened with that in their query; those of other pages lie over nothing for long.
 */
export async function keepToasts(page: Page, search = ''): Promise<void> {
  await page.addInitScript((part) => {
    if (!location.search.includes(part)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar--animated { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [sheet];
  }, search);
}

/**
 * Toasts of the page that the card page leads back to stay: a slow machine would look for them too late. The
 * shop's notification of the same payment, which would take the place of the page's own words if it came first, does
 * not come.
 */
export async function keepToastsOfReturn(page: Page): Promise<void> {
  await withoutPushes(page);
  await keepToasts(page, 'reference=');
}

/** Nothing of the shop comes by itself, so no toast or pop-up of another fact lies over the picture. */
export async function withoutPushes(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => {});
  await hold(page, /\/socket\.io\//);
}

/** From the page that is open to another one inside the app, by the link that leads there. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await takenOver(page);
  await page.locator(`a[href="${path}"]`).locator('visible=true').first().click();
  await page.waitForURL((url) => url.pathname === path);
}

/** What the server pushes to a page whose socket was given to `openPush`. */
export type Push = (event: string, payload: unknown) => void;

/** Stands in the page's socket, so that events of the shop can come at will. Call before the page opens. */
export async function openPush(page: Page): Promise<() => Promise<Push>> {
  let tell: (push: Push) => void;
  const greeted = new Promise<Push>((resolve) => {
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
