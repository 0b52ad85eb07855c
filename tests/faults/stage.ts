import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchProfile, type ProfileVisitor } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { findFreePort } from '../support/free-port.ts';
import { findProductId } from '../support/group-shop.ts';
import { copyRelease } from '../support/release-copy.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { createShopDatabase, type ShopDatabase } from '../support/shop-database.ts';
import { Shopper } from '../support/shopper.ts';

/** The built shop behind a line that can be broken; every phone reaches it through that line only. */
export interface Theatre {
  shop: Shop;
  database: ShopDatabase;
  proxy: FaultProxy;
  /** Slug of the product that is bought, and its id. */
  slug: string;
  productId: string;
  /** A deploy: the app under new file names, the old ones gone, and the server that knows them. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export const PRODUCT_SLUG = 'semovita-10kg';

export async function openTheatre(): Promise<Theatre> {
  const copy = await copyRelease();
  let releases = 0;
  const database = await createShopDatabase();
  const port = await findFreePort();
  const proxy = await startFaultProxy(port);
  // The shop knows itself by the line's address: a return from the card page comes over the line too.
  const shop = await startShop({
    databaseUrl: database.url,
    port,
    env: { PUBLIC_URL: proxy.url },
    root: copy.root,
  });
  return {
    shop,
    database,
    proxy,
    slug: PRODUCT_SLUG,
    productId: await findProductId(shop, PRODUCT_SLUG),
    async release() {
      releases += 1;
      await copy.release(`r${releases}`);
      await shop.stop();
      await shop.start();
    },
    async close() {
      await shop.close();
      await copy.close();
      await proxy.close();
      await database.drop();
    },
  };
}

/** What a signed-out token was seen in, after its end. */
interface TokenEnd {
  token: string;
  endedAtMs: number;
}

/** One shopper with one phone. The shopper object reaches the shop past the line, to see the truth. */
export class Stage {
  readonly theatre: Theatre;
  readonly shopper: Shopper;
  readonly profileDir: string;
  phone!: ProfileVisitor;
  readonly complaints: string[] = [];
  readonly lateTokens: string[] = [];
  #ended: TokenEnd[] = [];

  private constructor(theatre: Theatre, shopper: Shopper, profileDir: string) {
    this.theatre = theatre;
    this.shopper = shopper;
    this.profileDir = profileDir;
  }

  static async open(theatre: Theatre): Promise<Stage> {
    const shopper = await Shopper.signUp(theatre.shop.url);
    const stage = new Stage(theatre, shopper, await mkdtemp(join(tmpdir(), 'shop-phone-')));
    await stage.launch();
    try {
      await stage.signIn(stage.page, shopper);
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** A phone that nobody signed in on. */
  static async openVisitor(theatre: Theatre): Promise<Stage> {
    const shopper = await Shopper.signUp(theatre.shop.url);
    const stage = new Stage(theatre, shopper, await mkdtemp(join(tmpdir(), 'shop-phone-')));
    await stage.launch();
    return stage;
  }

  get page(): Page {
    return this.phone.page;
  }

  get proxy(): FaultProxy {
    return this.theatre.proxy;
  }

  /** Starts the browser on this phone's profile. */
  async launch(): Promise<void> {
    this.phone = await launchProfile(this.profileDir, { baseURL: this.proxy.url });
    const { context } = this.phone;
    context.setDefaultTimeout(20_000);
    context.on('request', (request) => {
      const token = request.headers().authorization?.replace('Bearer ', '');
      const ended = this.#ended.find((end) => end.token === token);
      // The request that was under way when the session ended is not a new one.
      if (ended && Date.now() > ended.endedAtMs + 50) this.lateTokens.push(request.url());
    });
  }

  /** Signs in as the form does, over the line, and waits for the worker to hold the shell. */
  async signIn(page: Page, shopper: Shopper): Promise<void> {
    await page.goto('/');
    const { token, user } = await page.evaluate(
      async (account) => {
        const answer = await fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...account, platform: 'web' }),
        });
        return (await answer.json()) as { token: string; user: object };
      },
      { email: shopper.account.email, password: shopper.account.password },
    );
    await page.evaluate(
      ([newToken, newUser]) => {
        localStorage.setItem('token', newToken);
        localStorage.setItem('user', newUser);
      },
      [token, JSON.stringify(user)] as const,
    );
    await page.goto('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      // A member's phone keeps the rest of the code too, as soon as it is idle.
      const cache = await caches.open('later-v1');
      for (let turn = 0, before = -1, now = 0; turn < 30 && (now === 0 || now !== before); turn += 1) {
        before = now;
        now = (await cache.keys()).length;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    });
  }

  /** Makes the stored token one that the server no longer takes, for the same user. */
  async spoilToken(): Promise<void> {
    await this.page.evaluate(() => {
      const [head, body] = (localStorage.getItem('token') ?? '').split('.');
      localStorage.setItem('token', `${head}.${body}.${'A'.repeat(43)}`);
    });
  }

  /** From now on a request with the present token is a breach. */
  async noteSessionEnd(): Promise<void> {
    const token = await this.page.evaluate(() => localStorage.getItem('token'));
    if (token) this.#ended.push({ token, endedAtMs: Date.now() });
  }

  /** Ends the browser without a word, as a phone does, and starts it again. */
  async killAndRelaunch(path = '/'): Promise<void> {
    await this.kill();
    await this.launch();
    await this.open(path);
  }

  async kill(): Promise<void> {
    await this.#waitForSessionOnDisk();
    this.complaints.push(...this.phone.watch.complaints());
    await this.phone.kill();
  }

  /** The browser writes local storage some seconds late; a session of a minute ago is what is tested. */
  async #waitForSessionOnDisk(): Promise<void> {
    const token = await this.page.evaluate(() => localStorage.getItem('token')).catch(() => null);
    const folder = join(this.profileDir, 'Default', 'Local Storage', 'leveldb');
    for (let turn = 0; token && turn < 60; turn += 1) {
      const files = (await readdir(folder)).filter((name) => /\.(log|ldb)$/.test(name));
      const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
      if (texts.some((text) => text.includes(token))) return;
      await this.page.waitForTimeout(250);
    }
  }

  /** Opens a path; with the line down the worker must do it. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('main').waitFor();
  }

  /** What the shopper saw last, and what went over the line: for a failed cell. */
  async describe(): Promise<string> {
    const text = await this.page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch((error: unknown) => String(error));
    const requests = this.proxy.requests.filter((line) => !/\/(assets|pictures|icons)\//.test(line));
    return [this.page.url(), text.slice(0, 1_500), ...requests.slice(-25)].join('\n');
  }

  async close(): Promise<void> {
    this.proxy.heal();
    this.complaints.push(...this.phone.watch.complaints());
    await this.phone.close().catch(() => undefined);
    await rm(this.profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
