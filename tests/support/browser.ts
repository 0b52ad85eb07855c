import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { type BrowserWatch, watchContext } from './browser-watch.ts';
import { findChromium } from './chromium-path.ts';

/** One person at one phone: a context of their own, its first page, and what the browser complained about. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: BrowserWatch;
}

/** A visitor whose profile lies on disk and outlives the browser. */
export interface ProfileVisitor extends Visitor {
  /** Ends the browser at once: no unload handler runs, nothing is flushed, as when a phone kills an app. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export type VisitorOptions = Pick<
  BrowserContextOptions,
  | 'baseURL'
  | 'viewport'
  | 'colorScheme'
  | 'javaScriptEnabled'
  | 'reducedMotion'
  | 'serviceWorkers'
  | 'hasTouch'
  | 'deviceScaleFactor'
>;

const PHONE = { width: 360, height: 740 };
const PLACE: BrowserContextOptions = { locale: 'en-NG', timezoneId: 'Africa/Lagos', viewport: PHONE };

async function launchOptions(): Promise<LaunchOptions> {
  const { path, env } = await findChromium();
  return {
    executablePath: path,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--disable-gpu',
      '--no-first-run',
      '--no-default-browser-check',
    ],
  };
}

async function startVisitor(context: BrowserContext): Promise<Visitor> {
  // With more workers than cores a page may wait its turn; what never comes still fails.
  context.setDefaultTimeout(60_000);
  const watch = await watchContext(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, watch };
}

/**
 * A browser without a profile; each visitor has storage of their own that ends with them.
 *
 * @param more arguments for the browser, beside the usual.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { args = [], ...options } = await launchOptions();
  return await chromium.launch({ ...options, args: [...args, ...more], handleSIGTERM: false });
}

/** Opens a new visitor in a browser. */
export async function openVisitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  return await startVisitor(await browser.newContext({ ...PLACE, ...options }));
}

/** Starts a browser on a profile folder; the same folder again continues where the last one was killed. */
export async function launchProfile(
  profileDir: string,
  options: VisitorOptions = {},
): Promise<ProfileVisitor> {
  const context = await chromium.launchPersistentContext(profileDir, {
    ...(await launchOptions()),
    ...PLACE,
    ...options,
  });
  const visitor = await startVisitor(context);
  const browser = context.browser();
  if (!browser) throw new Error('a persistent context without its browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const browserPid = processInfo.find((entry) => entry.type === 'browser')?.id;
  if (!browserPid) throw new Error('the browser does not tell its process id');
  return {
    ...visitor,
    async kill() {
      const gone = new Promise((resolve) => context.once('close', resolve));
      process.kill(browserPid, 'SIGKILL');
      await gone;
    },
    close: () => context.close(),
  };
}
