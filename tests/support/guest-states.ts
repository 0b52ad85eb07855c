import type { Page } from 'playwright-core';
import { failRequestsTo, SERVER_ERROR_LOG_PATTERN } from './screen-line.ts';
import { type ScreenTestCase, waitForVisibleText } from './screens.ts';
import { SHOPPER_RECOVERY_KEY, type TestShopper } from './shopper.ts';
import { locateVisibleButton, waitForHydration } from './shopper-actions.ts';

/** These states show visitors' forms: with mistakes, refused, pending, and with messages. */
export const GUEST_SCREEN_STATES: readonly ScreenTestCase[] = [
  {
    name: 'register-errors',
    as: 'visitor',
    path: '/register?ref=AMAKA123',
    prepare: press('Sign up', 'Phone number is required'),
  },
  {
    name: 'signin-return',
    as: 'visitor',
    path: '/cart?success=1&reference=gb-00000000000000000000000000',
    prepare: waitForVisibleText(/sign in/i),
  },
  {
    name: 'forgot-password-errors',
    as: 'visitor',
    path: '/forgot-password',
    prepare: press('Verify key', 'Please fill in all fields'),
  },
  {
    name: 'forgot-password-trying',
    as: 'visitor',
    path: '/forgot-password',
    refusal: SERVER_ERROR_LOG_PATTERN,
    async prepare(page, shopper) {
      await failRequestsTo(page, '**/auth/verify-recovery-key');
      await fillKey(page, shopper);
      await page.getByText('Still trying...').first().waitFor();
    },
  },
  { name: 'forgot-password-new', as: 'visitor', path: '/forgot-password', prepare: verifyKey },
  {
    name: 'forgot-password-new-errors',
    as: 'visitor',
    path: '/forgot-password',
    async prepare(page, shopper) {
      await verifyKey(page, shopper);
      await page.getByLabel('New password', { exact: true }).fill('secret1');
      await page.getByLabel('Confirm new password').fill('secret2');
      await locateVisibleButton(page, 'Reset password').click();
      await page.getByText('Passwords do not match').waitFor();
    },
  },
  {
    name: 'forgot-password-request',
    as: 'visitor',
    path: '/forgot-password',
    prepare: press('Request a key reset', 'Send request'),
  },
  {
    name: 'forgot-password-request-errors',
    as: 'visitor',
    path: '/forgot-password',
    async prepare(page) {
      await press('Request a key reset', 'Send request')(page);
      await press('Send request', 'Please fill in all fields')(page);
    },
  },
  {
    name: 'signin-message',
    as: 'visitor',
    path: '/forgot-password',
    async prepare(page) {
      await press('Request a key reset', 'Send request')(page);
      await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
      await page.getByLabel('WhatsApp number').fill('8035550142');
      await page.getByLabel('Reason').fill('I lost my phone.');
      await locateVisibleButton(page, 'Send request').click();
      await page.waitForURL(/\/signin/);
      await page.getByRole('main').getByRole('status').first().waitFor();
    },
  },
  {
    name: 'use-temporary-recovery-key-errors',
    as: 'visitor',
    path: '/use-temporary-recovery-key',
    prepare: press('Set new recovery key', 'Please fill in all fields'),
  },
];

function press(button: string, text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await waitForHydration(page);
    await locateVisibleButton(page, button).click();
    await page.getByRole('main').getByText(text).first().waitFor();
  };
}

async function fillKey(page: Page, { account }: TestShopper): Promise<void> {
  await waitForHydration(page);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Secret recovery key', { exact: true }).fill(SHOPPER_RECOVERY_KEY);
  await locateVisibleButton(page, 'Verify key').click();
}

async function verifyKey(page: Page, shopper: TestShopper): Promise<void> {
  await fillKey(page, shopper);
  await page.getByLabel('New password', { exact: true }).waitFor();
}
