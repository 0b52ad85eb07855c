import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import {
  type BrowserVisitor,
  type BrowserVisitorOptions,
  launchBrowser,
  launchBrowserWithProfile,
  openBrowserVisitor,
  type PersistentBrowserVisitor,
} from './browser.ts';

/** A spec file opens visitors through this; each test ends with closing them and checking their errors. */
export interface SpecFileBrowser {
  visit(options?: BrowserVisitorOptions): Promise<BrowserVisitor>;
  /** Opens a visitor with a profile folder for this test; an earlier folder continues that profile. */
  visitWithProfile(
    options?: BrowserVisitorOptions & { profileDir?: string },
  ): Promise<PersistentBrowserVisitor & { profileDir: string }>;
}

/**
 * Registers the browser of the spec file that calls it. After each test all visitors are closed, and the test fails
 * if a browser reported an error that `watch.allow` did not announce.
 */
export function registerBrowserForFile(): SpecFileBrowser {
  let visitors: BrowserVisitor[] = [];
  let profileDirs: string[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await Promise.all(visitors.map(describeScreen));
    const complaints = visitors.flatMap((visitor) => visitor.watch.complaints());
    await Promise.all(visitors.map((visitor) => visitor.context.close().catch(() => {})));
    await Promise.all(profileDirs.map((dir) => rm(dir, { recursive: true, force: true, maxRetries: 5 })));
    visitors = [];
    profileDirs = [];
    expect(complaints, 'the browser complained').toEqual([]);
  });

  return {
    async visit(options) {
      const visitor = await openBrowserVisitor(await browserOfProcess(), options);
      visitors.push(visitor);
      return visitor;
    },
    async visitWithProfile({ profileDir, ...options } = {}) {
      const dir = profileDir ?? (await mkdtemp(join(tmpdir(), 'shop-profile-')));
      if (!profileDir) profileDirs.push(dir);
      const visitor = await launchBrowserWithProfile(dir, options);
      visitors.push(visitor);
      return { ...visitor, profileDir: dir };
    },
  };
}

// The runner reloads this module for each file, but the browser stays with the process.
const inProcess = globalThis as { browserOfTests?: Promise<Browser> };

/** All files of a process share one browser, because each visitor has a separate context. */
async function browserOfProcess(): Promise<Browser> {
  const running = await inProcess.browserOfTests?.catch(() => undefined);
  if (running?.isConnected()) return running;
  inProcess.browserOfTests = launchBrowser();
  const browser = await inProcess.browserOfTests;
  process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
  return browser;
}

/** Prints the visitor's page when a test failed, because often only the log of a run is kept. */
async function describeScreen({ page, watch }: BrowserVisitor): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => '(no page)');
  const lines = [`at ${page.url()}`, ...watch.complaints(), text.replace(/\n+/g, ' | ').slice(0, 900)];
  process.stderr.write(`${lines.join('\n')}\n`);
}
