import type { Shop } from '../../tests/support/shop.ts';
import { Shopper } from '../../tests/support/shopper.ts';
import { LINES, openPhone, type Phone, type Tab, until } from './phone.ts';
import { tap } from './visits.ts';

/** How the phone answers its owner's hands on a processor six times slower, milliseconds. */
export interface Hands {
  /** What long tasks of a first visit to home took above 50 ms each. */
  blockingMs: number;
  /** The slowest letter typed into the search over 96 products. */
  typingMs: number;
  /** The slowest tap on plus and minus of a product. */
  countingMs: number;
  /** Opening the menu. */
  drawerMs: number;
  /** Writes of a member's wallet to the phone's disk in a minute without news. */
  writes: number;
}

const PRODUCTS = 96;
const QUIET_MS = 1_500;
const SETTLED_MS = 10_000;
const WATCHED_MS = 60_000;

const COUNT_WRITES = `
  window.writes = 0;
  for (const name of ['put', 'add', 'delete']) {
    const original = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...parts) { window.writes += 1; return original.apply(this, parts); };
  }
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (...parts) { window.writes += 1; return setItem.apply(this, parts); };`;

/** @param isWalletWanted the minute on the wallet, which needs no second round. */
export async function measureHands(shop: Shop, isWalletWanted: boolean): Promise<Hands> {
  await fillUp(shop);
  const home = await onPhone(async (phone) => {
    const tab = await phone.open(`${shop.url}/`);
    await phone.untilSilent(QUIET_MS);
    const { blocking } = await tab.recorded();
    await showAll(tab);
    await phone.untilSilent(QUIET_MS);
    await tab.evaluate(
      `document.querySelector('input[type=search]').focus({ preventScroll: true }); recorded.interactions = {}`,
    );
    for (const letter of 'rice 50') await press(phone, tab, letter);
    const typingMs = await slowest(tab);
    await tab.evaluate('scrollTo(0, 0)');
    // What the way up costs is not the menu's.
    await drawn(tab);
    await tab.evaluate('recorded.interactions = {}');
    await tap(tab, 'button[aria-label="Menu"]');
    await phone.untilSilent(QUIET_MS);
    return { blockingMs: blocking, typingMs, drawerMs: await slowest(tab) };
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
  return { ...home, countingMs, writes: isWalletWanted ? await walletWrites(shop) : 0 };
}

async function onPhone<Result>(work: (phone: Phone) => Promise<Result>, init = ''): Promise<Result> {
  const phone = await openPhone(LINES.good, init);
  try {
    return await work(phone);
  } finally {
    await phone.close();
  }
}

/** The demo catalogue three times over. */
async function fillUp(shop: Shop): Promise<void> {
  await shop.db.query(
    `INSERT INTO products (slug, title, description, images, category, price_kobo, base_price_kobo, min_units)
     SELECT slug || '-' || n, title || ' ' || n, description, images, category, price_kobo, base_price_kobo, min_units
     FROM products, generate_series(2, 3) n
     WHERE (SELECT count(*) FROM products) < $1`,
    [PRODUCTS],
  );
  // The list of a moment ago is still answered from memory, and the page with it.
  await until('the filled list', async () =>
    (await (await fetch(shop.url)).text()).includes(`"total":${PRODUCTS}`),
  );
}

async function showAll(tab: Tab): Promise<void> {
  const cards = `[...document.querySelectorAll('main li a[href^="/product/"]')]`;
  await until(`${PRODUCTS} cards`, () =>
    tab.evaluate<boolean>(
      `(${cards}.at(-1).scrollIntoView({ block: 'end' }), ${cards}.length >= ${PRODUCTS})`,
    ),
  );
}

async function press(phone: Phone, tab: Tab, letter: string): Promise<void> {
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, key: letter });
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
  await phone.untilSilent(150);
}

async function drawn(tab: Tab): Promise<void> {
  await tab.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
}

/** The browser tells an event's length when the picture after it was drawn. */
async function slowest(tab: Tab): Promise<number> {
  await drawn(tab);
  const { interactions } = await tab.recorded();
  return Math.max(0, ...Object.values(interactions));
}

async function walletWrites(shop: Shop): Promise<number> {
  const { session } = await Shopper.signUp(shop.url);
  const signIn = `localStorage.setItem('token', ${JSON.stringify(session.token)}); localStorage.setItem('user', ${JSON.stringify(JSON.stringify(session.user))});`;
  return await onPhone(async (phone) => {
    const tab = await phone.open(`${shop.url}/wallet`);
    const counted = async (forMs: number) => {
      await tab.evaluate(`new Promise((done) => setTimeout(done, ${forMs}))`);
      return await tab.evaluate<number>('writes');
    };
    const before = await counted(SETTLED_MS);
    return (await counted(WATCHED_MS)) - before;
  }, `if (window === top && location.pathname === '/wallet') { ${signIn} ${COUNT_WRITES} }`);
}
