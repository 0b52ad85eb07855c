import type { Request } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { openShopSite } from '../faults/shop-site.ts';
import { Stage } from '../faults/stage.ts';
import { forFile } from '../support/for-file.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { quietFor } from '../support/quiet-for.ts';
import { openPath } from '../support/shopper-actions.ts';

const site = forFile(openShopSite);
let stage: Stage;
afterEach(() => stage?.close());

/** Lets ten minutes of the page's own clock pass; what was asked is answered before the clock goes on. */
async function idleTenMinutes(): Promise<number> {
  const before = site.proxy.downBytes;
  const asked = new Set<Request>();
  const forget = (request: Request) => void asked.delete(request);
  stage.page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.add(request);
  });
  stage.page.on('requestfinished', forget);
  stage.page.on('requestfailed', forget);
  for (let turn = 0; turn < 60; turn += 1) {
    await stage.page.clock.runFor(10_000);
    await quietFor(stage.page, 120);
    await expect.poll(() => asked.size).toBe(0);
  }
  return site.proxy.downBytes - before;
}

/** Waits until page and worker have fetched what they want: for five seconds nothing more is asked. */
async function lineAtRest(): Promise<void> {
  for (let before = -1; before < site.proxy.requests.length; ) {
    before = site.proxy.requests.length;
    await quietFor(stage.page, 5_000);
  }
}

it('a repeat visit to an unchanged home costs at most 2 kB', async () => {
  stage = await Stage.openVisitor(site);
  await openPath(stage.page, '/');
  await stage.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The list of products is written down; only it has this.
  await expect.poll(() => readPhoneStorage(stage.page), { timeout: 20_000 }).toContain('hasMore');
  await lineAtRest();
  await stage.kill();
  const before = site.proxy.downBytes;
  const asked = site.proxy.requests.length;
  await stage.launch();
  await stage.open('/');
  await quietFor(stage.page, 5_000);
  const bytes = site.proxy.downBytes - before;
  expect(bytes, site.proxy.requests.slice(asked).join('\n')).toBeLessThanOrEqual(2_000);
});

it('ten idle minutes cost a member at most 60 kB on home and 120 kB on the wallet', {
  timeout: 180_000,
}, async () => {
  stage = await Stage.open(site);
  await stage.page.clock.install();
  for (const [path, budget] of [
    ['/', 60_000],
    ['/wallet', 120_000],
  ] as const) {
    await openPath(stage.page, path);
    await quietFor(stage.page, 2_000);
    const asked = site.proxy.requests.length;
    const bytes = await idleTenMinutes();
    const requests = site.proxy.requests.slice(asked);
    expect(bytes, `${path}: ${requests.length} requests`).toBeLessThanOrEqual(budget);
    // The wallet asks every ten seconds: a page that asks nothing would prove nothing.
    if (path === '/wallet')
      expect(requests.filter((line) => line.includes('/api/wallet')).length).toBeGreaterThan(50);
  }
});

it('the shop can be installed: manifest, icons, worker and screenshots are there', async () => {
  stage = await Stage.openVisitor(site);
  await openPath(stage.page, '/');
  const session = await stage.phone.context.newCDPSession(stage.page);
  await stage.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const files = await stage.page.evaluate(async () => {
    const manifest = await (await fetch('/manifest.webmanifest')).json();
    const images = [...manifest.icons, ...manifest.screenshots] as { src: string; sizes: string }[];
    return await Promise.all(
      images.map(async ({ src, sizes }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return [src, sizes === `${image.naturalWidth}x${image.naturalHeight}`] as const;
      }),
    );
  });
  expect(files.filter(([, isRight]) => !isRight)).toEqual([]);
  expect(files).toHaveLength(7);
});
