import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accountTexts } from '#contract/texts.ts';
import {
  callShopApi,
  createShopperAccount,
  SHOPPER_PASSWORD,
  SHOPPER_RECOVERY_KEY,
  TestShopper,
} from '../support/shopper.ts';
import { fillRegistrationForm, openPagePath, signInOnPage } from '../support/shopper-actions.ts';
import { type Column, inTurn, poll, TAP } from './column.ts';
import type { Scene } from './scene.ts';

/** What a visitor does who is not signed in. */

const NEW_PASSWORD = 'market day 8';

const seen = async (locator: ReturnType<Page['locator']>) => (await locator.count()) > 0;
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const isMember = (page: Page) => page.evaluate(() => localStorage.getItem('token') !== null);

/** Proves the recovery key and fills in the new password. */
async function fillRecovery(page: Page, { shopper }: Scene): Promise<void> {
  await openPagePath(page, '/forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(shopper.account.email);
  await page.getByLabel('Secret recovery key', { exact: true }).fill(SHOPPER_RECOVERY_KEY);
  await button(page, 'Verify key').click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
}

export const recoveryColumn: Column = {
  name: 'Recovery',
  // The recovery token has been used already.
  statuses: [400],
  method: 'POST',
  path: /^\/api\/auth\/reset-password/,
  home: '/forgot-password',
  isGuest: true,
  async prepare(scene) {
    await fillRecovery(scene.page, scene);
  },
  prepareTab: fillRecovery,
  async act(scene, page) {
    scene.shopper.account.password = NEW_PASSWORD;
    await button(page, 'Reset password').click();
  },
  async expectOffline({ page }) {
    await page.getByText('Still trying...').first().waitFor();
  },
  async goOn(scene) {
    const { page } = scene;
    const told = page.getByText(accountTexts.passwordReset).first();
    await inTurn(async () => {
      // The app repeats the call by itself, and the sign-in screen follows its answer.
      const isDone = told.or(button(page, 'Saving...'));
      if (
        await isDone.waitFor(TAP).then(
          () => true,
          () => false,
        )
      )
        return;
      if (await seen(button(page, 'Reset password'))) await button(page, 'Reset password').click(TAP);
      else await fillRecovery(page, scene);
    });
    return await seen(told);
  },
  async expectServer(scene) {
    const { shopper, site } = scene;
    const { email } = shopper.account;
    const accepts = async (password: string) =>
      (
        await callShopApi(site.shop.url, 'POST', '/api/auth/login', {
          body: { email, password, platform: 'web' },
        })
      ).status;
    await expect.poll(() => accepts(NEW_PASSWORD), poll).toBe(200);
    expect(await accepts(SHOPPER_PASSWORD)).not.toBe(200);
    const [news] = await site.database.query<{ told: number }>(
      `SELECT count(*)::int AS told FROM notifications WHERE user_id = $1 AND dedupe_key LIKE 'security:%'`,
      [shopper.session.user.id],
    );
    const proofs = scene.sent(/^POST .*verify-recovery-key/).length;
    expect(news?.told, 'news of the change, one for each proof of the key at most').toBeLessThanOrEqual(
      proofs,
    );
  },
  async expectTold({ page }) {
    await page.waitForURL(/\/signin$/);
    await page.getByText(accountTexts.passwordReset).first().waitFor();
  },
  async expectScreen({ page, shopper }) {
    if (!(await isMember(page))) {
      await openPagePath(page, '/signin');
      await signInOnPage(page, shopper.account);
      await page.waitForFunction(() => localStorage.getItem('token') !== null);
    }
    await openPagePath(page, '/account');
    await page.getByText(shopper.account.name).first().waitFor();
  },
};

async function fillSignUp(page: Page, { shopper }: Scene): Promise<void> {
  await openPagePath(page, '/register');
  await fillRegistrationForm(page, shopper.account);
}

export const signUpColumn: Column = {
  name: 'Sign-up',
  // The email address is taken already.
  statuses: [400],
  method: 'POST',
  path: /^\/api\/auth\/signup/,
  home: '/register',
  isGuest: true,
  async prepare(scene) {
    const { site, shopper } = scene;
    scene.shopper = new TestShopper(site.shop.url, createShopperAccount('Ngozi Eze'), shopper.session);
    await fillSignUp(scene.page, scene);
  },
  prepareTab: fillSignUp,
  async act(_scene, page) {
    await button(page, 'Sign up').click();
  },
  async expectOffline({ page }) {
    await page.getByText('Still trying...').first().waitFor();
    await page
      .getByText('Network error: Please check your internet connection and try again.')
      .first()
      .waitFor();
  },
  async goOn(scene) {
    const { page, shopper } = scene;
    await inTurn(async () => {
      if (await isMember(page)) return;
      const isWaiting = button(page, 'Signing up...').or(button(page, 'Signing in...'));
      if (
        await isWaiting.waitFor(TAP).then(
          () => true,
          () => false,
        )
      )
        return;
      if (await isMember(page)) return;
      if (await seen(page.getByText(accountTexts.emailTaken))) {
        await page.getByRole('link', { name: 'Log in here' }).click(TAP);
        await signInOnPage(page, shopper.account);
        return;
      }
      if (new URL(page.url()).pathname === '/signin') return await signInOnPage(page, shopper.account);
      await fillSignUp(page, scene);
      await button(page, 'Sign up').click(TAP);
    });
    return await isMember(page);
  },
  async expectServer({ shopper, site }) {
    const { email } = shopper.account;
    const count = async () => {
      const [row] = await site.database.query<{ accounts: number }>(
        'SELECT count(*)::int AS accounts FROM users WHERE email = $1',
        [email],
      );
      return row?.accounts;
    };
    await expect.poll(count, poll).toBe(1);
    await shopper.signInAgain();
  },
  async expectTold({ page }) {
    await page.waitForURL(({ pathname }) => pathname === '/');
  },
  async expectScreen({ page, shopper }) {
    await openPagePath(page, '/account');
    await page.getByText(shopper.account.name).first().waitFor();
  },
};
