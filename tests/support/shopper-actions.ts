import type { Page } from 'playwright-core';
import {
  type createShopperAccount,
  SHOPPER_PASSWORD,
  SHOPPER_RECOVERY_KEY,
  type TestShopper,
} from './shopper.ts';

type Account = ReturnType<typeof createShopperAccount>;

/** Opens a path of the shop and waits for its page, rendered by the server or by the app. */
export async function openPagePath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').waitFor();
}

/** Waits until the app has hydrated the page; from then on its links do not reload it. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactProps')),
  );
}

/** Waits until the page is hydrated and its worker has cached everything for offline use. */
export async function waitForOfflineReady(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

/** Fills in the open registration form and submits it. */
export async function signUpOnPage(page: Page, account: Account): Promise<void> {
  await fillRegistrationForm(page, account);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
}

/** Fills in the open registration form without submitting it. */
export async function fillRegistrationForm(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(account.name);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('WhatsApp number', { exact: true }).fill(account.phone.slice('+234'.length));
  await page.getByLabel('Password', { exact: true }).fill(SHOPPER_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(SHOPPER_PASSWORD);
  await page.getByLabel('Secret recovery key', { exact: true }).fill(SHOPPER_RECOVERY_KEY);
}

/** Fills in the open sign-in form and submits it. */
export async function signInOnPage(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Signs a shopper in without the form, for tests about something else: the app's two storage keys are set before the
 * first page loads. The browser has no refresh cookie of this session.
 */
export async function openPageSignedIn(page: Page, { session }: TestShopper): Promise<void> {
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

/** Opens a product, adds it to the cart and waits for the confirmation dialog. */
export async function addProductToCartOnPage(page: Page, slug: string, unitLabel?: RegExp): Promise<void> {
  await openPagePath(page, `/product/${slug}`);
  await addShownProductToCart(page, unitLabel);
}

/** Adds the product of the open page to the cart and waits for the confirmation dialog. */
export async function addShownProductToCart(page: Page, unitLabel?: RegExp): Promise<void> {
  if (unitLabel) {
    const select = page.getByLabel('Selling unit');
    const option = select.locator('option').filter({ hasText: unitLabel });
    await select.selectOption(
      await option.first().evaluate((element) => (element as HTMLOptionElement).value),
    );
  }
  await locateVisibleButton(page, 'Add to cart').click();
  await page.getByRole('dialog').getByText('Added to cart, hurry and checkout your product.').waitFor();
}

/** Phone and wide layout both contain the button, one of them hidden. */
export function locateVisibleButton(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name }).locator('visible=true').first();
}

/** Phone and wide layout both contain the link, one of them hidden. */
export function locateVisibleLink(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('link', { name }).locator('visible=true').first();
}

/** Fills in the address of the open checkout and taps Pay. */
export async function submitCheckoutPayment(page: Page): Promise<void> {
  await page.getByLabel('City', { exact: true }).fill('Surulere');
  await page.getByLabel('Street', { exact: true }).fill('12 Adeniran Ogunsanya Street');
  await locateVisibleButton(page, /^Pay ₦/).click();
}

/** Taps a button on the sandbox's card page. */
export async function chooseCardPageOutcome(page: Page, button: string | RegExp): Promise<void> {
  await page.waitForURL(/\/v3\/hosted\/pay\//);
  await page.getByRole('button', { name: button }).click();
}
