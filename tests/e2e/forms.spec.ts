import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { findProductId } from '../support/shop-facts.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { SHOPPER_PASSWORD, SHOPPER_RECOVERY_KEY, TestShopper } from '../support/shopper.ts';
import { openPagePath, openPageSignedIn, waitForHydration } from '../support/shopper-actions.ts';

const browser = registerBrowserForFile();
const here = registerShopForFile();

async function openForm(path: string) {
  const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  await openPagePath(page, path);
  await waitForHydration(page);
  return page;
}

const shown = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const { value, selectionStart } = input;
    return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
  });

it('a digit of the phone number is corrected in the middle, and a number is pasted in any form', async () => {
  const page = await openForm('/register');
  const phone = page.getByLabel('WhatsApp number');
  const place = (at: number) =>
    phone.evaluate((input: HTMLInputElement, caret) => input.setSelectionRange(caret, caret), at);
  await phone.pressSequentially('8035550142');
  await place(2);
  await page.keyboard.press('Backspace');
  await expect.poll(() => shown(phone)).toBe('8|35 550 142');
  await page.keyboard.press('0');
  await expect.poll(() => shown(phone)).toBe('80|3 555 0142');
  await place(4);
  await page.keyboard.press('Backspace');
  await expect.poll(() => shown(phone)).toBe('80|5 550 142');
  await place(3);
  await page.keyboard.press('Delete');
  await expect.poll(() => shown(phone)).toBe('805| 501 42');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const pasted of [
    '+234 (0) 803 555 0142',
    'Phone: 0803-555-0142',
    '\u202a+234 803 555 0142\u202c',
    '٠٨٠٣٥٥٥٠١٤٢',
  ]) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await phone.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => shown(phone)).toBe('803 555 0142|');
    await page.keyboard.press('Backspace');
  }
  expect(await phone.getAttribute('maxlength')).toBe('18');
});

/** Fills fields without any event, as some browsers and password managers do. */
const fillSilently = (page: Page, texts: Record<string, string>) =>
  page.evaluate((wanted) => {
    for (const [name, text] of Object.entries(wanted)) {
      const field = document.querySelector(`main [name="${name}"]`);
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    }
  }, texts);

it('forms that were filled without an event are read as they stand on the screen', async () => {
  const shopper = await TestShopper.signUp(here.shop.url);
  const page = await openForm('/forgot-password');
  await fillSilently(page, { email: shopper.account.email });
  // Typing in another field draws the form again, which must not lose the filled text.
  await page.getByLabel('Secret recovery key').pressSequentially('wrong');
  expect(await page.getByLabel('Email').inputValue()).toBe(shopper.account.email);
  await fillSilently(page, { secretRecoveryKey: SHOPPER_RECOVERY_KEY });
  await page.getByRole('button', { name: 'Verify key' }).click();
  await page.getByLabel('New password', { exact: true }).waitFor();

  await openPagePath(page, '/signin');
  await waitForHydration(page);
  await fillSilently(page, { email: `\u200b${shopper.account.email}`, password: SHOPPER_PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${here.shop.url}/`);
});

it('an address that the browser filled in at checkout is the one that is sent', async () => {
  const shopper = await TestShopper.signUp(here.shop.url);
  await shopper.add(await findProductId(here.shop, 'semovita-10kg'));
  const { page } = await browser.visit({ baseURL: here.shop.url, serviceWorkers: 'block' });
  await openPageSignedIn(page, shopper);
  await openPagePath(page, '/checkout');
  await page.getByLabel('City').waitFor();
  await fillSilently(page, { state: 'Ikeja', city: '\u200bIkeja GRA ', street: '1 Isaac John Street' });
  await page.getByLabel('Phone').fill('+234 (0) 803 555 0142');
  const sent = page.waitForRequest(/payment\/initialize/);
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    deliveryAddress: { state: 'Ikeja', city: 'Ikeja GRA', street: '1 Isaac John Street' },
    phone: '+2348035550142',
  });
});
