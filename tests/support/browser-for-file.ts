import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import {
  launchBrowser,
  launchProfile,
  openVisitor,
  type ProfileVisitor,
  type Visitor,
  type VisitorOptions,
} from './browser.ts';

/** What a spec file gets: visitors on demand, cleared away and asked for complaints after each test. */
export interface SpecBrowser {
  visit(options?: VisitorOptions): Promise<Visitor>;
  /** A visitor with a profile folder that lasts for the test; give a former one's folder to continue it. */
  visitWithProfile(
    options?: VisitorOptions & { profileDir?: string },
  ): Promise<ProfileVisitor & { profileDir: string }>;
}

/**
 * Registers one browser for the spec file that calls it. After each test every visitor is closed, and the
 * test fails if one of their browsers complained of anything that `watch.allow` did not announce.
 */
export function browserForFile(): SpecBrowser {
  let browser: Promise<Browser> | undefined;
  let visitors: Visitor[] = [];
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
  afterAll(async () => {
    await (await browser)?.close();
  });

  return {
    async visit(options) {
      browser ??= launchBrowser();
      const visitor = await openVisitor(await browser, options);
      visitors.push(visitor);
      return visitor;
    },
    async visitWithProfile({ profileDir, ...options } = {}) {
      const dir = profileDir ?? (await mkdtemp(join(tmpdir(), 'shop-profile-')));
      if (!profileDir) profileDirs.push(dir);
      const visitor = await launchProfile(dir, options);
      visitors.push(visitor);
      return { ...visitor, profileDir: dir };
    },
  };
}

/** Prints what a visitor had before them when their story failed; a log is often all that is left of a run. */
async function describeScreen({ page, watch }: Visitor): Promise<void> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => '(no page)');
  const lines = [`at ${page.url()}`, ...watch.complaints(), text.replace(/\n+/g, ' | ').slice(0, 900)];
  process.stderr.write(`${lines.join('\n')}\n`);
}
