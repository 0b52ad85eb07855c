import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { shopForFile } from '../support/shop-for-file.ts';
import { Shopper } from '../support/shopper.ts';
import { hasWebKit, openWebKit, type WebKit } from '../support/webkit.ts';

const ADDS = 20;
/** What never answers does not answer then either; a busy machine does. */
const READ_WITHIN_MS = 10_000;
/** It has no selling unit that would have to be chosen first. */
const PRODUCT = '/product/semovita-10kg';

/** Reads all of what the app keeps, as one text. */
const READ_KEPT = `
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const read = async () => {
    const database = await answer(indexedDB.open('app-offline'));
    try {
      if (!database.objectStoreNames.contains('kv')) return '';
      return JSON.stringify(await answer(database.transaction('kv').objectStore('kv').getAll()));
    } finally {
      database.close();
    }
  };
  const late = new Promise((_, reject) => setTimeout(() => reject('the database does not answer'), arguments[0]));
  return await Promise.race([read(), late]);`;

/** Taps once the app has started (its last part is the live line), and leaves the page some milliseconds later. */
const TAP_AND_LEAVE = `
  const [label, afterMs, to] = arguments;
  const button = [...document.querySelectorAll('main button')].find((one) => one.textContent.startsWith(label));
  const isAlive = button && Object.keys(button).some((name) => name.startsWith('__reactProps'));
  const isStarted = performance.getEntriesByType('resource').some(({ name }) => name.includes('/member-'));
  if (!isAlive || !isStarted || button.disabled) return false;
  button.click();
  setTimeout(() => location.assign(to), afterMs);
  return true;`;

it('finds WebKit where ENGINES=must says that it has to be', () => {
  expect(hasWebKit || process.env.ENGINES !== 'must', 'apt-get install webkit2gtk-driver xvfb').toBe(true);
});

const NAME = hasWebKit ? 'in WebKit' : 'in WebKit: not installed (apt-get install webkit2gtk-driver xvfb)';
if (!hasWebKit) console.warn(`not run: ${NAME}`);

describe.runIf(hasWebKit)(NAME, () => {
  const file = shopForFile();
  let proxy: FaultProxy;
  let webkit: WebKit;
  let ada: Shopper;

  beforeAll(async () => {
    proxy = await startFaultProxy(file.shop.port);
    webkit = await openWebKit();
    ada = await Shopper.signUp(file.shop.url);
  });
  afterAll(async () => {
    await webkit?.close();
    await proxy?.close();
  });

  const open = (path: string) => webkit.goto(proxy.url + path);
  const text = () => webkit.run<string>('return document.body.innerText');
  async function signIn(): Promise<void> {
    await open('/about');
    const pair = [ada.session.token, JSON.stringify(ada.session.user)];
    await webkit.run('[localStorage.token, localStorage.user] = arguments', ...pair);
  }

  it('fetches each picture once, whether the server drew it or the app', async () => {
    const isDrawn = () =>
      webkit.run<number>('return [...document.images].filter((one) => one.naturalWidth > 0).length');
    await open('/');
    await expect.poll(isDrawn, { timeout: 30_000 }).toBeGreaterThan(3);
    await open('/about');
    const before = proxy.requests.length;
    await expect
      .poll(() =>
        webkit.run(`document.querySelector('header a[href="/"]').click(); return location.pathname`),
      )
      .toBe('/');
    await expect.poll(isDrawn, { timeout: 30_000 }).toBeGreaterThan(3);
    const fetched = (format: string, from = 0) =>
      proxy.requests.slice(from).filter((request) => new RegExp(`[.]${format}`).test(request));
    expect(fetched('avif').length).toBeGreaterThan(3);
    expect(proxy.requests.length).toBeGreaterThan(before);
    expect(fetched('webp')).toEqual([]);
  });

  it('keeps what was seen for a second, though nothing is written when the page is left', async () => {
    await signIn();
    const seeWallet = async () => {
      await open('/wallet');
      await expect.poll(text, { timeout: 30_000 }).toContain('₦0');
      await webkit.run('await new Promise((resolve) => setTimeout(resolve, 1_000))');
      await open('/about');
      return await webkit.run<string>(READ_KEPT, READ_WITHIN_MS);
    };
    // A busy machine may need more than that second: then it is seen again.
    await expect.poll(seeWallet, { timeout: 60_000 }).toMatch(/"wallet\\*"/);
  });

  it(`loses none of ${ADDS} adds that are left at once, and the next page reads the database`, async () => {
    await signIn();
    const pathOf = (turn: number) => `${PRODUCT}?turn=${turn}`;
    await open(pathOf(0));
    for (let turn = 0; turn < ADDS; turn += 1) {
      const afterMs = Math.round((turn / (ADDS - 1)) * 250);
      const next = pathOf(turn + 1);
      await expect
        .poll(() => webkit.run(TAP_AND_LEAVE, 'Add to cart', afterMs, next), { timeout: 30_000 })
        .toBe(true);
      await expect
        .poll(() => webkit.run('return location.pathname + location.search').catch(() => ''))
        .toBe(next);
      await webkit.run(READ_KEPT, READ_WITHIN_MS).catch((error: unknown) => {
        throw new Error(`turn ${turn}, left after ${afterMs} ms: ${error}`);
      });
    }
    const units = async () => {
      const { items } = await ada.must<Cart>('GET', '/api/cart');
      return items.reduce((sum, item) => sum + item.quantity, 0);
    };
    // The last page took up what the others left.
    await expect.poll(units, { timeout: 30_000 }).toBe(ADDS);
  });
});
