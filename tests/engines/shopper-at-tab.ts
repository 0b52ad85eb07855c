import { expect } from 'vitest';
import type { Tab } from './engine.ts';

type Kind = 'button' | 'link' | 'card' | 'field';

const SELECTORS: Record<Kind, string> = {
  button: 'button',
  link: 'a[href]',
  card: 'main a[href^="/product/"]',
  field: 'input, select, textarea',
};

/** The first element of that kind which has those words and on which a finger would land. */
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

/** Everything that the app keeps in its database, as one text. A database that does not answer is an error. */
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

/** What never answers does not answer then either; a busy machine does. */
const READ_WITHIN_MS = 10_000;
/** For what comes by itself, on a machine that has other work. */
export const COMES = { timeout: 240_000, interval: 200 };

/** Somebody who reads and taps a tab, in any engine. Each wait is for something that can be seen. */
export class ShopperAtTab {
  readonly tab: Tab;
  readonly #shopUrl: string;

  constructor(tab: Tab, shopUrl: string) {
    this.tab = tab;
    this.#shopUrl = shopUrl;
  }

  /** Opens a path of the shop by its address. */
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

  /** Fills in an empty field. */
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

  /** Waits until at least so many pictures are drawn. */
  async seesPictures(count: number): Promise<void> {
    const drawn = 'return [...document.images].filter((one) => one.naturalWidth > 0).length';
    await expect.poll(() => this.tab.run<number>(drawn), COMES).toBeGreaterThanOrEqual(count);
  }

  /** @throws {Error} when the database does not answer. */
  async readKept(): Promise<string> {
    return await this.tab.run<string>(READ_KEPT, READ_WITHIN_MS);
  }

  /** Waits until the app keeps something on the phone. */
  async keeps(entry: RegExp): Promise<void> {
    await expect.poll(() => this.readKept(), COMES).toMatch(entry);
  }
}
