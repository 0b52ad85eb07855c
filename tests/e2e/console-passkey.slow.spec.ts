import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityFaults } from '../support/axe.ts';
import { registerBrowserForFile } from '../support/browser-for-file.ts';
import { TEST_OPERATOR_PASSWORD } from '../support/console.ts';
import { addOperatorToShop, signInOnConsolePage } from '../support/console-page.ts';
import { findFaultsInAllViewports } from '../support/every-way.ts';
import { findFreePort } from '../support/free-port.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { createTestShopDatabase, type TestShopDatabase } from '../support/shop-database.ts';

/**
 * Operators manage their own access with a real browser's passkeys and the virtual security key of its developer tools.
 */

const browser = registerBrowserForFile();
let database: TestShopDatabase;
let shop: TestShop;

beforeAll(async () => {
  database = await createTestShopDatabase();
  const port = await findFreePort();
  // A passkey belongs to a host name, so the shop is opened by name.
  const url = `http://localhost:${port}`;
  const started = await startTestShop({ databaseUrl: database.url, port, env: { PUBLIC_URL: url } });
  shop = { ...started, url };
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const dialog = (page: Page) => page.getByRole('dialog');

async function plugInKey(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openAccess(page: Page): Promise<void> {
  await page.goto('/ops/access');
  await heading(page, 'My access').waitFor();
  await page.getByRole('list', { name: 'Sessions' }).waitFor();
}

async function addPasskey(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await dialog(page).getByLabel('Name of the passkey').fill(label);
  await dialog(page).getByLabel('Password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
  await dialog(page).getByRole('button', { name: 'Add Passkey' }).click();
  await page.getByText(label, { exact: true }).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
}

async function signInWithPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/ops');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
  await page.getByRole('button', { name: 'Use a Passkey Instead' }).click();
}

describe('my access', () => {
  it('is read and changed, on a phone and on a desk, light and dark', async () => {
    const { page, watch } = await browser.visit({ baseURL: shop.url });
    watch.allow(/40[01]/);
    const look = async (where: string) => expect(await findFaultsInAllViewports(page), where).toEqual([]);
    await plugInKey(page);
    await signInOnConsolePage(page, shop, 'own', 'support');
    await openAccess(page);
    await look('my access');

    await page.getByRole('button', { name: 'Add a Passkey' }).click();
    await dialog(page).getByLabel('Name of the passkey').fill('My laptop');
    await dialog(page).getByLabel('Password', { exact: true }).fill('not the password');
    await dialog(page).getByRole('button', { name: 'Add Passkey' }).click();
    await dialog(page).getByText('The password is wrong.').waitFor();
    await look('a wrong password');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await addPasskey(page, 'My laptop');
    await look('a passkey');

    await page.getByRole('button', { name: 'Rename My laptop' }).click();
    await dialog(page).getByLabel('Name of the passkey').fill('The old laptop');
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The old laptop', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Make New Codes' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Make New Codes' }).click();
    await dialog(page).getByText('This is shown once.').waitFor();
    expect(await dialog(page).getByRole('listitem').count()).toBe(10);
    await look('new recovery codes');
    await dialog(page).getByRole('button', { name: 'I Saved Them' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('lets in whoever has the passkey, once for each time it signs, and nobody once it is removed', async () => {
    const { page, watch } = await browser.visit({ baseURL: shop.url });
    watch.allow(/40[019]/);
    await plugInKey(page);
    await signInOnConsolePage(page, shop, 'ngozi', 'ops');
    await openAccess(page);
    await addPasskey(page, 'My phone');
    await page.context().clearCookies();

    const sent = page.waitForRequest((request) => request.url().endsWith('/api/ops/sign-in'));
    await signInWithPasskey(page, 'ngozi');
    await heading(page, 'Today').waitFor();
    const again = await page.request.post(`${shop.url}/api/ops/sign-in`, {
      data: (await sent).postDataJSON(),
      headers: { origin: shop.url },
    });
    expect([again.status(), await again.json()]).toMatchObject([400, { code: 'invalid_credentials' }]);

    await openAccess(page);
    // The other session is the one whose cookie was deleted.
    await page.getByRole('button', { name: 'End All Others' }).click();
    await expect
      .poll(() => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count())
      .toBe(1);
    await page.getByRole('button', { name: 'Remove My phone' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('My phone', { exact: true }).waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await signInWithPasskey(page, 'ngozi');
    await page.getByText('You have no passkey here. Type a code.').waitFor();
  });

  it('changes the password where one is signed in, and everywhere else one is out', async () => {
    const [here, there] = [
      await browser.visit({ baseURL: shop.url }),
      await browser.visit({ baseURL: shop.url }),
    ];
    for (const { watch } of [here, there]) watch.allow(/401/);
    await signInOnConsolePage(here.page, shop, 'tunde', 'ops');
    // The same operator signs in at another machine.
    const [cookie] = await here.page.context().cookies();
    const codes = await here.page.request.post(`${shop.url}/api/ops/access/recovery-codes`, {
      data: { password: TEST_OPERATOR_PASSWORD },
      headers: { origin: shop.url },
    });
    const [code] = (await codes.json()).data.recoveryCodes;
    await there.page.request.post(`${shop.url}/api/ops/sign-in`, {
      data: { name: 'tunde', password: TEST_OPERATOR_PASSWORD, code },
      headers: { origin: shop.url },
    });
    expect(cookie?.httpOnly).toBe(true);
    await openAccess(there.page);
    await openAccess(here.page);
    await here.page.getByRole('button', { name: 'Change Password' }).click();
    await dialog(here.page).getByLabel('New password', { exact: true }).fill('a longer road to the lagoon');
    await dialog(here.page).getByLabel('Password', { exact: true }).fill(TEST_OPERATOR_PASSWORD);
    await dialog(here.page).getByRole('button', { name: 'Change Password' }).click();
    await dialog(here.page).waitFor({ state: 'detached' });
    await there.page.reload();
    await heading(there.page, 'Sign in to the console').waitFor();
    await here.page.reload();
    await heading(here.page, 'My access').waitFor();
  });

  it('draws the key of the authenticator as a code that a camera reads', async () => {
    const secret = await addOperatorToShop(shop, 'uche', 'support');
    const { page, watch } = await browser.visit({ baseURL: shop.url });
    watch.allow(/401/);
    await page.goto('/ops/enrol');
    await page.getByLabel('Name').fill('uche');
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByLabel('New password').fill(TEST_OPERATOR_PASSWORD);
    await page.getByRole('button', { name: 'Set Up' }).click();
    const code = page.getByRole('img', { name: 'QR code for your authenticator app' });
    await code.waitFor();
    const box = await code.boundingBox();
    expect(box?.width).toBeGreaterThan(150);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});
