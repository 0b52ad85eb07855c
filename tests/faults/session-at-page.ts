import type { Page } from 'playwright-core';

/** Begins, ends and breaks a session on a page, without the rest of the story. */

const SPOILED_SIGNATURE = 'A'.repeat(43);

/** Signs in over the connection, as the form does, and waits until the worker holds the shell. */
export async function signInAt(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/');
  const { token, user } = await page.evaluate(
    async ({ email, password }) => {
      const answer = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, platform: 'web' }),
      });
      return (await answer.json()) as { token: string; user: object };
    },
    { email: account.email, password: account.password },
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
    // A member's phone also loads the rest of the code once it is idle.
    const cache = await caches.open('later-v1');
    for (let turn = 0, before = -1, now = 0; turn < 30 && (now === 0 || now !== before); turn += 1) {
      before = now;
      now = (await cache.keys()).length;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  });
}

/** Signs out as the shopper does, also when changes are unsent. @returns the token of the ended session. */
export async function signOutAt(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  if (!token) throw new Error('nobody is signed in who could sign out');
  await openMenu(page);
  await page.getByRole('button', { name: 'Logout', exact: true }).click();
  const anyway = page.getByRole('button', { name: 'Logout anyway' });
  await page.waitForFunction(
    () => localStorage.getItem('token') === null || document.body.innerText.includes('not sent'),
  );
  if ((await anyway.count()) > 0) await anyway.click();
  await page.waitForFunction(() => localStorage.getItem('token') === null);
  return token;
}

/** Opens the menu, which a dialog or the panel may cover, even one that opens only now. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  for (let tries = 1; ; tries += 1) {
    await page.keyboard.press('Escape');
    try {
      return await menu.click({ timeout: 5_000 });
    } catch (error) {
      if (tries === 4) throw error;
    }
  }
}

/** Replaces the stored token by one of the same user that the server does not accept. */
export async function spoilTokenAt(page: Page): Promise<void> {
  await page.evaluate((signature) => {
    const [head, body] = (localStorage.getItem('token') ?? '').split('.');
    localStorage.setItem('token', `${head}.${body}.${signature}`);
  }, SPOILED_SIGNATURE);
}

/** Waits until the page has replaced the spoiled token. */
export async function tokenRenewedAt(page: Page): Promise<void> {
  await page.waitForFunction(
    (signature) => !localStorage.getItem('token')?.endsWith(signature),
    SPOILED_SIGNATURE,
  );
}
