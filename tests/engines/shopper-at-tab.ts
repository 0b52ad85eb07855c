import { expect } from 'vitest';
import type { Tab } from './engine.ts';

type Kind = 'button' | 'link' | 'card' | 'field';

const SELECTORS: Record<Kind, string> = {
  button: 'button',
  link: 'a[href]',
  card: 'main a[href^="/product/"]',
  field: 'input, select, textarea',
};

/** Finds the first element of a kind that has these words and that a finger would hit. */
const FIND = `
  const [selector, words] = arguments;
  const wordsOf = (element) =>
    element.getAttribute('aria-label') ?? [...(element.labels ?? []), element].map((one) => one.textContent).join(' ');
  const isWanted = (element) => new RegExp(words).test(wordsOf(element).replace(/\\s+/g, ' ').trim());
  const isFree = (element) => {
    if (element.disabled || element.getClientRects().length === 0) return false;
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return [...document.querySelectorAll(selector)].filter(isWanted).find(isFree) ?? null;`;

/** Reads everything in the app's database as one text. A database that does not answer is an error. */
const READ_KEPT = `
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const read = async () => {
    const database = await answer(indexedDB.open('app-offline'));
    try {
      if (!database.objectStoreNames.contains('kv')) return '';
      const store = database.transaction('kv').objectStore('kv');
      return JSON.stringify(await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]));
    } finally {
      database.close();
    }
  };
  const late = new Promise((_, reject) => setTimeout(() => reject('the database does not answer'), arguments[0]));
  return await Promise.race([read(), late]);`;

/** After this time a database counts as one that never answers; a busy machine answers sooner. */
const READ_WITHIN_MS = 10_000;
/** How long to wait for something that comes by itself, on a machine with other work. */
export const COMES = { timeout: 240_000, interval: 200 };

/** A shopper who reads and taps a tab in any engine. Each wait is for something visible. */
export class ShopperAtTab {
  readonly tab: Tab;
  readonly #shopUrl: string;

  constructor(tab: Tab, shopUrl: string) {
    this.tab = tab;
    this.#shopUrl = shopUrl;
  }

  /** Opens a path of the shop. */
  async open(path: string): Promise<void> {
    await this.tab.goto(this.#shopUrl + path);
  }

  async tap(kind: Kind, words: RegExp): Promise<void> {
    await expect
      .poll(() => this.tab.tap(FIND, SELECTORS[kind], words.source), {
        ...COMES,
        message: `${kind} ${words}`,
      })
      .toBe(true);
  }

  /** Types into an empty field. */
  async fill(label: RegExp, text: string): Promise<void> {
    await this.tap('field', label);
    await this.tab.type(text);
  }

  async sees(words: string | RegExp): Promise<void> {
    const text = () => this.tab.run<string>('return document.body.innerText').catch(() => '');
    await expect.poll(text, COMES).toMatch(words);
  }

  async isAt(path: RegExp): Promise<void> {
    const where = () => this.tab.run<string>('return location.pathname').catch(() => '');
    await expect.poll(where, COMES).toMatch(path);
  }

  /** Waits until at least this many pictures are drawn. */
  async seesPictures(count: number): Promise<void> {
    const drawn = 'return [...document.images].filter((one) => one.naturalWidth > 0).length';
    await expect.poll(() => this.tab.run<number>(drawn), COMES).toBeGreaterThanOrEqual(count);
  }

  /** Reads what the app has saved on the phone. @throws {Error} when the database does not answer. */
  async readKept(): Promise<string> {
    return await this.tab.run<string>(READ_KEPT, READ_WITHIN_MS);
  }

  /** Waits until the app has saved an entry on the phone. */
  async keeps(entry: RegExp): Promise<void> {
    await expect.poll(() => this.readKept(), COMES).toMatch(entry);
  }
}
