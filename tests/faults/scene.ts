import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowserWithProfile, type PersistentBrowserVisitor } from '../support/browser.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { waitWithoutInteraction } from '../support/quiet-for.ts';
import { TestShopper } from '../support/shopper.ts';
import { waitForOfflineReady } from '../support/shopper-actions.ts';
import { unexplained } from './complaints.ts';
import { signInAt, signOutAt, spoilTokenAt, tokenRenewedAt } from './session-at-page.ts';
import type { ShopSite } from './shop-site.ts';
import { SilenceWatch } from './silence-watch.ts';

/** The token of a session, and when the session was signed out. */
interface TokenEnd {
  token: string;
  endedAtMs: number;
}

/**
 * One shopper with one phone. The shopper object calls the shop directly, without the breakable connection, to read the
 * truth.
 */
export class Scene {
  readonly site: ShopSite;
  /** Whoever holds the phone: a shopper who signs up in the story replaces the first. */
  shopper: TestShopper;
  profileDir: string;
  phone!: PersistentBrowserVisitor;
  readonly complaints: string[] = [];
  readonly lateTokens: string[] = [];
  /** How often the shopper does the column's act: once in each tab. */
  taps = 1;
  readonly silence = new SilenceWatch(() => this.page);
  #ended: TokenEnd[] = [];
  #keys: { path: string; key: string }[] = [];
  #bytesBefore = 0;
  #downHitsBefore = 0;
  #requestsBefore = 0;
  #releasesBefore = 0;
  #refreshedAtMs: number[] = [];
  #equipment: ((phone: PersistentBrowserVisitor) => Promise<void>)[] = [];

  private constructor(site: ShopSite, shopper: TestShopper, profileDir: string) {
    this.site = site;
    this.shopper = shopper;
    this.profileDir = profileDir;
    this.#bytesBefore = site.proxy.downBytes;
    this.#downHitsBefore = site.proxy.downHits;
    this.#requestsBefore = site.proxy.requests.length;
    this.#releasesBefore = site.releases;
  }

  /**
   * Opens a phone with a signed-in shopper.
   * @param options.isSettled the sign-in was on an earlier day. Chromium writes cookies and local storage seconds late,
   * and only what a browser wrote at its end surely outlives a kill.
   * @param options.isGuest nobody is signed in, but the phone has been here before.
   */
  static async open(site: ShopSite, { isSettled = false, isGuest = false } = {}): Promise<Scene> {
    const scene = await Scene.openVisitor(site);
    try {
      if (isGuest) await scene.visit();
      else await scene.signIn(scene.page, scene.shopper);
      if (isSettled) await scene.restart();
    } catch (error) {
      await scene.close();
      throw error;
    }
    return scene;
  }

  /** Opens a phone on which nobody has signed in. */
  static async openVisitor(site: ShopSite): Promise<Scene> {
    const shopper = await TestShopper.signUp(site.shop.url);
    const scene = new Scene(site, shopper, await mkdtemp(join(tmpdir(), 'shop-phone-')));
    await scene.launch();
    return scene;
  }

  get page(): Page {
    return this.phone.page;
  }

  get proxy(): FaultProxy {
    return this.site.proxy;
  }

  /** Lists this phone's requests until now, such as `POST /api/cart/add`. */
  sent(pattern: RegExp): string[] {
    return this.proxy.requests.slice(this.#requestsBefore).filter((line) => pattern.test(line));
  }

  /** Lists the idempotency keys of this phone's writes to a path. */
  keysOf(path: RegExp): string[] {
    return [...new Set(this.#keys.filter((sent) => path.test(sent.path)).map(({ key }) => key))];
  }

  /** Leaves out bytes that another phone on the same connection has received. */
  discount(bytes: number): void {
    this.#bytesBefore += bytes;
  }

  /** The number of deploys since this phone's story began. */
  get releases(): number {
    return this.site.releases - this.#releasesBefore;
  }

  /** The bytes that this phone has received. */
  get downBytes(): number {
    return this.proxy.downBytes - this.#bytesBefore;
  }

  /** The connections of this phone that failed while the line was down. */
  get downHits(): number {
    return this.proxy.downHits - this.#downHitsBefore;
  }

  /** Adds to the phone what it has besides the shop, now and after each start of its browser. */
  async equip(give: (phone: PersistentBrowserVisitor) => Promise<void>): Promise<void> {
    this.#equipment.push(give);
    await give(this.phone);
  }

  /** Starts the browser on this phone's profile. */
  async launch(): Promise<void> {
    this.phone = await launchBrowserWithProfile(this.profileDir, { baseURL: this.proxy.url });
    for (const give of this.#equipment) await give(this.phone);
    const { context } = this.phone;
    context.setDefaultTimeout(40_000);
    context.on('request', (request) => {
      const token = request.headers().authorization?.replace('Bearer ', '');
      const ended = this.#ended.find((end) => end.token === token);
      // A request that was under way when the session ended is not a new one.
      if (ended && Date.now() > ended.endedAtMs + 50) this.lateTokens.push(request.url());
      const key = request.headers()['idempotency-key'];
      if (key) this.#keys.push({ path: new URL(request.url()).pathname, key });
      if (request.url().endsWith('/auth/refresh')) this.#refreshedAtMs.push(Date.now());
    });
    this.silence.start();
  }

  /** Visits the shop for the first time and waits until the worker holds the shell. */
  async visit(): Promise<void> {
    await this.page.goto('/');
    await waitForOfflineReady(this.page);
  }

  /** Signs in over the connection, as the form does, and waits until the worker holds the shell. */
  async signIn(page: Page, { account }: TestShopper): Promise<void> {
    await signInAt(page, account);
  }

  /** Replaces the stored token by one of the same user that the server does not accept. */
  async spoilToken(): Promise<void> {
    await spoilTokenAt(this.page);
  }

  /** Waits until the phone has a new token; a page that is left earlier loses the answer of the refresh. */
  async tokenRenewed(): Promise<void> {
    await tokenRenewedAt(this.page);
  }

  /** Signs out as the shopper does. A later request with the token of this session is a breach. */
  async signOut(page = this.page): Promise<void> {
    const token = await signOutAt(page);
    this.#ended.push({ token, endedAtMs: Date.now() });
    await page.waitForURL(({ pathname }) => pathname === '/');
  }

  /** Kills the browser without warning, as a phone does, and starts it again. */
  async killAndRelaunch(path = '/'): Promise<void> {
    await this.kill();
    await this.launch();
    await this.open(path);
  }

  async kill(): Promise<void> {
    await this.#waitForCookiesOnDisk();
    this.#leave();
    await this.phone.kill();
  }

  /**
   * Closes the browser, which writes everything to the disk, and starts it again.
   *
   * @param prepare runs in the new browser before it opens the path.
   */
  async restart(path = '/', prepare?: () => Promise<void>): Promise<void> {
    this.#leave();
    await this.phone.close();
    await this.launch();
    await prepare?.();
    await this.open(path);
  }

  /** Replaces the killed phone by a second one with an empty profile. */
  async takeNewPhone(): Promise<void> {
    await rm(this.profileDir, { recursive: true, force: true, maxRetries: 5 });
    this.profileDir = await mkdtemp(join(tmpdir(), 'shop-phone-'));
    this.discount(this.downBytes);
    await this.launch();
    await this.signIn(this.page, this.shopper);
  }

  #leave(): void {
    this.silence.stop();
    this.complaints.push(...this.phone.watch.complaints());
    this.#refreshedAtMs = [];
  }

  /**
   * Waits until Chromium has written its cookies, which it does half a minute late. The server must cope with one
   * refresh that a kill undoes; two within that time only happen in this test, as tokens last 15 minutes.
   */
  async #waitForCookiesOnDisk(): Promise<void> {
    const lastAtMs = this.#refreshedAtMs.at(-1);
    if (lastAtMs === undefined || this.#refreshedAtMs.length < 2) return;
    const file = join(this.profileDir, 'Default', 'Cookies');
    const untilMs = Date.now() + 40_000;
    while ((await stat(file)).mtimeMs < lastAtMs) {
      if (Date.now() > untilMs) throw new Error('Chromium did not write its cookies');
      await waitWithoutInteraction(this.page, 250);
    }
  }

  /** Opens a path; while the line is down the worker must answer. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('main').waitFor();
  }

  /** Describes for a failed cell what the shopper saw last and what was requested. */
  async describe(): Promise<string> {
    const text = await this.page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch((error: unknown) => String(error));
    const requests = this.proxy.requests.filter((line) => !/\/(assets|pictures|icons)\//.test(line));
    const complaints = unexplained(this.phone.watch.complaints(), []);
    return [this.page.url(), text.slice(0, 800), ...requests.slice(-25), ...complaints].join('\n');
  }

  async close(): Promise<void> {
    this.proxy.heal();
    this.silence.stop();
    await this.phone.close().catch(() => undefined);
    await rm(this.profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
