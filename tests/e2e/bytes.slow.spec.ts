import type { Request } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { readPhoneStorage } from '../support/phone-storage.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { openPagePath } from '../support/shopper-actions.ts';

const site = openFixtureForFile(openShopSite);
let scene: Scene;
afterEach(() => scene?.close());

/** Lets ten minutes of the page's clock pass. Each request is answered before the clock goes on. */
async function idleTenMinutes(): Promise<number> {
  const before = site.proxy.downBytes;
  const asked = new Set<Request>();
  const forget = (request: Request) => void asked.delete(request);
  scene.page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.add(request);
  });
  scene.page.on('requestfinished', forget);
  scene.page.on('requestfailed', forget);
  for (let turn = 0; turn < 60; turn += 1) {
    await scene.page.clock.runFor(10_000);
    await waitWithoutInteraction(scene.page, 120);
    await expect.poll(() => asked.size).toBe(0);
  }
  return site.proxy.downBytes - before;
}

/** Waits until page and worker have requested nothing for five seconds. */
async function lineAtRest(): Promise<void> {
  for (let before = -1; before < site.proxy.requests.length; ) {
    before = site.proxy.requests.length;
    await waitWithoutInteraction(scene.page, 5_000);
  }
}

it('a repeat visit to an unchanged home costs at most 0.7 kB', async () => {
  scene = await Scene.openVisitor(site);
  await scene.visit();
  // Only the list of products has this field, so the list is saved on the phone.
  await expect.poll(() => readPhoneStorage(scene.page), { timeout: 20_000 }).toContain('hasMore');
  await lineAtRest();
  await scene.kill();
  const before = site.proxy.downBytes;
  const asked = site.proxy.requests.length;
  await scene.launch();
  await scene.open('/');
  await waitWithoutInteraction(scene.page, 5_000);
  const bytes = site.proxy.downBytes - before;
  expect(bytes, site.proxy.requests.slice(asked).join('\n')).toBeLessThanOrEqual(700);
});

it('ten idle minutes cost a member at most 60 kB on home and 120 kB on the wallet', {
  timeout: 180_000,
}, async () => {
  scene = await Scene.open(site);
  await scene.page.clock.install();
  for (const [path, budget] of [
    ['/', 60_000],
    ['/wallet', 120_000],
  ] as const) {
    await openPagePath(scene.page, path);
    await waitWithoutInteraction(scene.page, 2_000);
    const asked = site.proxy.requests.length;
    const bytes = await idleTenMinutes();
    const requests = site.proxy.requests.slice(asked);
    expect(bytes, `${path}: ${requests.length} requests`).toBeLessThanOrEqual(budget);
    // The wallet page asks every ten seconds; a page that asks nothing would not test the budget.
    if (path === '/wallet')
      expect(requests.filter((line) => line.includes('/api/wallet')).length).toBeGreaterThan(50);
  }
});

it('a minute on the wallet without news writes nothing to the disk', { timeout: 180_000 }, async () => {
  scene = await Scene.open(site);
  await scene.page.addInitScript(() => {
    const written: string[] = [];
    Object.assign(globalThis, { written });
    for (const name of ['put', 'add', 'delete'] as const) {
      const original = IDBObjectStore.prototype[name] as (...parts: unknown[]) => IDBRequest;
      IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...parts: unknown[]) {
        written.push(`${name} ${String(parts.at(-1))}`);
        return original.apply(this, parts);
      } as never;
    }
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      written.push(`setItem ${key}`);
      setItem.call(this, key, value);
    };
  });
  await openPagePath(scene.page, '/wallet');
  const writes = () => scene.page.evaluate(() => (globalThis as unknown as { written: string[] }).written);
  // Checks that something is written at all, or the test could not fail.
  await expect.poll(async () => (await writes()).join('\n')).toMatch(/put qc\|user/);
  await waitWithoutInteraction(scene.page, 10_000);
  const before = (await writes()).length;
  const asked = scene.sent(/GET \/api\/wallet/).length;
  await waitWithoutInteraction(scene.page, 60_000);
  expect(scene.sent(/GET \/api\/wallet/).length).toBeGreaterThanOrEqual(asked + 5);
  expect((await writes()).slice(before).join('\n')).toBe('');
});

it('the shop can be installed: manifest, icons, worker and screenshots are there', async () => {
  scene = await Scene.openVisitor(site);
  await scene.visit();
  const session = await scene.phone.context.newCDPSession(scene.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const files = await scene.page.evaluate(async () => {
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
