import type { TestShop } from '../../tests/support/shop.ts';
import {
  type BrowserTab,
  type EmulatedPhone,
  openEmulatedPhone,
  pollUntilFound,
  THROTTLING_PROFILES,
} from './phone.ts';

/** Durations of interactions in milliseconds, on a processor that is slowed down six times. */
export interface InteractionTimes {
  /** Milliseconds of the slowest of several letters typed into the search, with 96 products. */
  typingMs: number;
  /** Milliseconds of the slowest of several taps on a product's plus or minus. */
  countingMs: number;
  menuMs: number;
}

const PRODUCTS = 96;
const QUIET_MS = 1_500;

export async function measureInteractionTimes(shop: TestShop): Promise<InteractionTimes> {
  await fillUp(shop);
  const home = await onPhone(async (phone) => {
    const tab = await phone.open(`${shop.url}/`);
    await phone.untilSilent(QUIET_MS);
    await showAll(tab);
    await phone.untilSilent(QUIET_MS);
    await tab.evaluate(
      `document.querySelector('input[type=search]').focus({ preventScroll: true }); recorded.interactions = {}`,
    );
    for (const letter of 'rice 50') await press(phone, tab, letter);
    const typingMs = await slowest(tab);
    await tab.evaluate('scrollTo(0, 0)');
    // The page must be idle first, because late events of the search would count as part of opening the menu.
    await drawn(tab);
    await tab.evaluate('recorded.interactions = {}');
    await tap(tab, 'button[aria-label="Menu"]');
    await phone.untilSilent(QUIET_MS);
    return { typingMs, menuMs: await slowest(tab) };
  });
  const countingMs = await onPhone(async (phone) => {
    const [{ slug }] = (await (await fetch(`${shop.url}/api/products/`)).json()).data;
    const tab = await phone.open(`${shop.url}/product/${slug}`);
    await phone.untilSilent(QUIET_MS);
    await tab.evaluate('recorded.interactions = {}');
    for (const name of ['Increase', 'Increase', 'Decrease', 'Decrease']) {
      await tap(tab, `button[aria-label^="${name}"]`);
      await phone.untilSilent(300);
    }
    return await slowest(tab);
  });
  return { ...home, countingMs };
}

async function onPhone<Result>(work: (phone: EmulatedPhone) => Promise<Result>): Promise<Result> {
  const phone = await openEmulatedPhone(THROTTLING_PROFILES.good);
  try {
    return await work(phone);
  } finally {
    await phone.close();
  }
}

/** Adds two copies of each demo product, because typing is measured in a search over 96 products. */
async function fillUp(shop: TestShop): Promise<void> {
  await shop.db.query(
    `INSERT INTO products (slug, title, description, images, category, price_kobo, base_price_kobo, min_units)
     SELECT slug || '-' || n, title || ' ' || n, description, images, category, price_kobo, base_price_kobo, min_units
     FROM products, generate_series(2, 3) n
     WHERE (SELECT count(*) FROM products) < $1`,
    [PRODUCTS],
  );
  // The server's product cache lacks the new products for a moment, so this waits for the new list.
  await pollUntilFound('the filled list', async () =>
    (await (await fetch(shop.url)).text()).includes(`"total":${PRODUCTS}`),
  );
}

async function showAll(tab: BrowserTab): Promise<void> {
  const cards = `[...document.querySelectorAll('main li a[href^="/product/"]')]`;
  await pollUntilFound(`${PRODUCTS} cards`, () =>
    tab.evaluate<boolean>(
      `(${cards}.at(-1).scrollIntoView({ block: 'end' }), ${cards}.length >= ${PRODUCTS})`,
    ),
  );
}

async function press(phone: EmulatedPhone, tab: BrowserTab, letter: string): Promise<void> {
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter });
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
  await phone.untilSilent(150);
}

async function drawn(tab: BrowserTab): Promise<void> {
  await tab.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
}

/** Waits for the next frame, because the browser reports an event's duration only after it. */
async function slowest(tab: BrowserTab): Promise<number> {
  await drawn(tab);
  const { interactions } = await tab.recorded();
  return Math.max(0, ...Object.values(interactions));
}

/** Taps the first match once it is visible. Errors of a page that is navigating away are ignored. */
async function tap(tab: BrowserTab, selector: string): Promise<void> {
  const place = await tab
    .evaluate<{ x: number; y: number } | null>(
      `(() => {
        const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility());
        if (!element) return null;
        let box = element.getBoundingClientRect();
        if (box.top < 0 || box.top > innerHeight - 60) { element.scrollIntoView({ block: 'center' }); box = element.getBoundingClientRect(); }
        return { x: box.left + box.width / 2, y: Math.min(box.top + box.height / 2, innerHeight - 6) };
      })()`,
    )
    .catch(() => null);
  if (!place) return;
  await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
