import { afterEach, expect, it } from 'vitest';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { forFile } from '../support/for-file.ts';
import { quietFor } from '../support/quiet-for.ts';

const site = forFile(openShopSite);
let scene: Scene;
afterEach(() => scene?.close());

async function silent(): Promise<void> {
  for (let before = -1; before !== site.proxy.downBytes; ) {
    before = site.proxy.downBytes;
    await quietFor(scene.page, 1_500);
  }
}

it('measure', async () => {
  scene = await Scene.openVisitor(site);
  await scene.page.setViewportSize({ width: 360, height: 640 });
  const session = await scene.page.context().newCDPSession(scene.page);
  await session.send('Emulation.setDeviceMetricsOverride', { width: 360, height: 640, deviceScaleFactor: 2, mobile: true });
  const steps: number[] = [site.proxy.downBytes];
  const from = site.proxy.requests.length;
  await scene.page.goto('/', { waitUntil: 'commit' });
  await silent();
  console.log('first visit', site.proxy.downBytes - (steps[0] ?? 0), site.proxy.requests.length - from);
  console.log(site.proxy.requests.slice(from).join('\n'));
  const b = site.proxy.downBytes; const r = site.proxy.requests.length;
  await quietFor(scene.page, 12_000);
  await silent();
  console.log('later', site.proxy.downBytes - b, site.proxy.requests.slice(r).join('\n'));
  await scene.page.screenshot({ path: '/tmp/bytes-home.png' });
  expect(1).toBe(1);
});
