import { afterEach, expect, it } from 'vitest';
import { Scene } from '../faults/scene.ts';
import { openShopSite } from '../faults/shop-site.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const site = openFixtureForFile(openShopSite);
let scene: Scene;

afterEach(() => scene?.close());

it('a page that was never fetched says so on a dead line, and opens when the line is back', async () => {
  scene = await Scene.openVisitor(site);
  const { page } = scene;
  await scene.visit();

  site.proxy.setDown(true);
  // The link is opened by keyboard, because the bar about the lost connection may move it between press and release of
  // a pointer.
  await page.getByRole('link', { name: 'Terms' }).press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await page.getByRole('heading', { level: 1, name: 'Not downloaded yet' }).waitFor();
  // The browser itself still believes that it is online.
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).click()]);
  await page.getByRole('heading', { level: 1, name: 'Not downloaded yet' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/terms');

  site.proxy.setDown(false);
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  expect(await title.count()).toBe(1);
});

it('a page whose code gets no answer says that it is still loading, and offers to try again', async () => {
  scene = await Scene.openVisitor(site);
  const { page } = scene;
  await scene.visit();
  const silence = site.proxy.inject('hang', { path: /\/assets\/about-/ });
  await page.getByRole('link', { name: 'Terms' }).press('Enter');
  await page.getByText('Still loading. Check your connection.').first().waitFor();
  silence.lift();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
});
