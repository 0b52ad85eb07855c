import type { Page } from 'playwright-core';
import { type newAccount, PASSWORD, RECOVERY_KEY, type Shopper } from './shopper.ts';

type Account = ReturnType<typeof newAccount>;

/** Opens a path of the shop and waits for its page, as the server sent it or as the app drew it. */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').waitFor();
}

/** Waits until the app has taken a rendered page over: from here on its links do not load a page anew. */
export async function takenOver(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactProps')),
  );
}

/** Waits until the page was taken over and, once idle, has a worker that holds what works offline. */
export async function readyOffline(page: Page): Promise<void> {
  await takenOver(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Fills in the registration form that is open and sends it. */
export async function signUp(page: Page, account: Account): Promise<void> {
  await fillRegistration(page, account);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
}

/** Fills in the registration form that is open. */
export async function fillRegistration(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(account.name);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('WhatsApp number', { exact: true }).fill(account.phone.slice('+234'.length));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Secret recovery key', { exact: true }).fill(RECOVERY_KEY);
}

/** Fills in the sign-in form that is open and sends it. */
export async function signIn(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Signs a shopper in without the form, for stories that are about something else: the app's two stored keys
 * are there before the first page loads. The browser has no refresh cookie of this session.
 */
export async function arriveSignedIn(page: Page, { session }: Shopper): Promise<void> {
  await page.addInitScript(
    ([token, user]) => {
      if (sessionStorage.getItem('arrived')) return;
      sessionStorage.setItem('arrived', 'yes');
      localStorage.setItem('token', token);
      localStorage.setItem('user', user);
    },
    [session.token, JSON.stringify(session.user)] as const,
  );
}

/** Opens a product and puts it into the cart; ends with the dialog that says so. */
export async function addToCart(page: Page, slug: string, unitLabel?: RegExp): Promise<void> {
  await openPath(page, `/product/${slug}`);
  await addOpenProductToCart(page, unitLabel);
}

/** As `addToCart`, on the product page that is open. */
export async function addOpenProductToCart(page: Page, unitLabel?: RegExp): Promise<void> {
  if (unitLabel) {
    const select = page.getByLabel('Selling unit');
    const option = select.locator('option').filter({ hasText: unitLabel });
    await select.selectOption(
      await option.first().evaluate((element) => (element as HTMLOptionElement).value),
    );
  }
  await visibleButton(page, 'Add to cart').click();
  await page.getByRole('dialog').getByText('Added to cart, hurry and checkout your product.').waitFor();
}

/** A phone and a wide screen carry the same button in two places, one of them hidden. */
export function visibleButton(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name }).locator('visible=true').first();
}

/** As `visibleButton`, for a link. */
export function visibleLink(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('link', { name }).locator('visible=true').first();
}

/** Fills in the address of the open checkout and taps Pay. */
export async function payAtCheckout(page: Page): Promise<void> {
  await page.getByLabel('City', { exact: true }).fill('Surulere');
  await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
  await visibleButton(page, /^Pay ₦/).click();
}

/** On the sandbox's card page: taps one of its buttons. */
export async function chooseAtCardPage(page: Page, button: string | RegExp): Promise<void> {
  await page.waitForURL(/\/v3\/hosted\/pay\//);
  await page.getByRole('button', { name: button }).click();
}
