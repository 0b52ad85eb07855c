import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { type BrowserErrorWatch, watchContextForErrors } from './browser-watch.ts';
import { findChromiumExecutable } from './chromium-path.ts';

/** A visitor has a separate browser context, its first page and its recorded errors. */
export interface BrowserVisitor {
  context: BrowserContext;
  page: Page;
  watch: BrowserErrorWatch;
}

/** The visitor's profile is stored on disk and outlives the browser. */
export interface PersistentBrowserVisitor extends BrowserVisitor {
  /** Kills the browser as a phone kills an app: no unload handler runs and nothing is flushed. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export type BrowserVisitorOptions = Pick<
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
  const { path, env } = await findChromiumExecutable();
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

async function startVisitor(context: BrowserContext): Promise<BrowserVisitor> {
  // A page may wait for a core when there are more workers than cores.
  context.setDefaultTimeout(60_000);
  const watch = await watchContextForErrors(context);
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, watch };
}

/**
 * Starts a browser without a profile; each visitor has separate storage that ends with the visitor.
 *
 * @param more additional arguments for the browser.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { args = [], ...options } = await launchOptions();
  return await chromium.launch({ ...options, args: [...args, ...more], handleSIGTERM: false });
}

/** Opens a new visitor in a browser. */
export async function openBrowserVisitor(
  browser: Browser,
  options: BrowserVisitorOptions = {},
): Promise<BrowserVisitor> {
  return await startVisitor(await browser.newContext({ ...PLACE, ...options }));
}

/** Starts a browser on a profile folder; the same folder continues an earlier profile. */
export async function launchBrowserWithProfile(
  profileDir: string,
  options: BrowserVisitorOptions = {},
): Promise<PersistentBrowserVisitor> {
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
