import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { TestShopper } from '../support/shopper.ts';
import { describeIn } from './engines.ts';
import { ShopperAtTab } from './shopper-at-tab.ts';
import { WEBKIT } from './webkit.ts';

/** Tests what only WebKit does: it may leave a page in the middle of a write. */

const ADDS = 40;
/** Most pages are left within a few milliseconds, because WebKit sends a write to its other process only then. */
const leaveAfterMs = (turn: number) => Math.round(250 * (turn / (ADDS - 1)) ** 4);
/** A product without selling units, so that none has to be chosen first. */
const PRODUCT = '/product/semovita-10kg';

/** Taps once the app has started (its live connection starts last), and leaves the page some milliseconds later. */
const TAP_AND_LEAVE = `
  const [label, afterMs, to] = arguments;
  const button = [...document.querySelectorAll('main button')].find((one) => one.textContent.startsWith(label));
  const isHydrated = button && Object.keys(button).some((name) => name.startsWith('__reactProps'));
  const isStarted = performance.getEntriesByType('resource').some(({ name }) => name.includes('/member-'));
  if (!isHydrated || !isStarted || button.disabled) return false;
  button.click();
  setTimeout(() => location.assign(to), afterMs);
  return true;`;

describeIn(WEBKIT, () => {
  const file = registerShopForFile();
  let folder: string;
  let at: ShopperAtTab;
  let ada: TestShopper;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ajora-webkit-'));
    at = new ShopperAtTab(await WEBKIT.open(folder), file.shop.url);
    ada = await TestShopper.signUp(file.shop.url);
    await at.open('/about');
    const pair = [ada.session.token, JSON.stringify(ada.session.user)];
    await at.tab.run('[localStorage.token, localStorage.user] = arguments', ...pair);
  });
  afterAll(async () => {
    await at?.tab.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('keeps what was seen for a second, though nothing is written when the page is left', async () => {
    const seeWallet = async () => {
      await at.open('/wallet');
      await at.sees('₦0');
      await at.tab.run('await new Promise((resolve) => setTimeout(resolve, 1_000))');
      await at.open('/about');
      return await at.readKept();
    };
    // A busy machine may need longer than that second, so the test tries again.
    await expect.poll(seeWallet, { timeout: 60_000 }).toMatch(/"wallet\\*"/);
  });

  it(`loses none of ${ADDS} adds that are left at once, and the next page reads the database`, async () => {
    const pathOf = (turn: number) => `${PRODUCT}?turn=${turn}`;
    await at.open(pathOf(0));
    // WebKit blocks a database whose creation was left, so the first page creates it in peace.
    await at.keeps(/public/);
    for (let turn = 0; turn < ADDS; turn += 1) {
      const afterMs = leaveAfterMs(turn);
      const next = pathOf(turn + 1);
      await expect
        .poll(() => at.tab.run(TAP_AND_LEAVE, 'Add to cart', afterMs, next), { timeout: 30_000 })
        .toBe(true);
      await expect
        .poll(() => at.tab.run('return location.pathname + location.search').catch(() => ''))
        .toBe(next);
      await at.readKept().catch((error: unknown) => {
        throw new Error(`turn ${turn}, left after ${afterMs} ms: ${error}`);
      });
    }
    const units = async () => {
      const { items } = await ada.must<Cart>('GET', '/api/cart');
      return items.reduce((sum, item) => sum + item.quantity, 0);
    };
    // The last page sends what the pages before could not.
    await expect.poll(units, { timeout: 30_000 }).toBe(ADDS);
  });
});
