import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Shopper } from '../support/shopper.ts';
import { openPath } from '../support/shopper-actions.ts';
import { expectInvariants } from './invariants.ts';
import { openTheatre, Stage, type Theatre } from './stage.ts';

/** Two cells beside the matrix: they belong to no column. */

let theatre: Theatre;
let stage: Stage;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre?.close());
beforeEach(async () => {
  stage = await Stage.open(theatre);
});
afterEach(() => stage?.close());

it('refresh answer lost, next try after 10 min: stays signed in', { timeout: 120_000 }, async () => {
  const { page } = stage;
  await page.clock.install();
  const fault = theatre.proxy.inject('reset-before-response', { path: /\/auth\/refresh/, times: 1 });
  await stage.spoilToken();
  await page.goto('/account');
  await fault.occurred();
  await page.clock.fastForward(10 * 60_000);
  await openPath(page, '/account');
  await page.getByText('You have no group buys yet.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain(stage.shopper.account.email);
  expect(theatre.proxy.requests.filter((line) => /POST .*auth\/refresh/.test(line)).length).toBeGreaterThan(
    1,
  );
  await expectInvariants(stage);
});

it('tab frozen across a user switch, then thawed: never speaks as the first', {
  timeout: 120_000,
}, async () => {
  const first = stage.page;
  await stage.shopper.add(theatre.productId);
  await openPath(first, '/cart');
  await first.getByText('Items (1)').waitFor();
  const session = await stage.phone.context.newCDPSession(first);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });

  const second = await stage.phone.context.newPage();
  await openPath(second, '/');
  await second.getByRole('button', { name: 'Menu' }).click();
  await stage.noteSessionEnd();
  await second.getByRole('button', { name: 'Logout' }).click();
  await second.waitForURL(({ pathname }) => pathname === '/');
  const other = await Shopper.signUp(theatre.shop.url, 'Bayo Ade');
  await stage.signIn(second, other);

  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await first.bringToFront();
  await first.waitForURL(({ pathname }) => pathname === '/');
  await openPath(first, '/account');
  await first.getByText('Bayo Ade').first().waitFor();
  expect(await first.locator('body').innerText()).not.toContain(stage.shopper.account.name);
  await second.close();
  await expectInvariants(stage);
});
