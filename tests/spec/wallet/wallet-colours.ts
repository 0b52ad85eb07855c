import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { adjustTestWallet } from '../../support/give-money.ts';
import { findProductId } from '../../support/shop-facts.ts';
import { TestShopper } from '../../support/shopper.ts';
import type { SpecFileShop } from '../../support/spec-shop.ts';
import { says } from '../specification.ts';

/** Tests the wallet's colours: red for what leaves it and green for what comes in. */
export function walletColours(spec: SpecFileShop): void {
  /** Finds which of the three channels is strongest in the first colour of a style. */
  const channel = async (part: Locator, style: 'color' | 'backgroundImage') =>
    await part.first().evaluate((element, name) => {
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const text = getComputedStyle(element)[name as 'color'];
      canvas.fillStyle = /(?:rgb|oklch|lab|color)a?\([^)]*\)/.exec(text)?.[0] ?? text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return red > green && red > blue ? 'red' : green > red && green > blue ? 'green' : 'other';
    }, style);

  const openWallet = async () => {
    const shopper = await TestShopper.signUp(spec.shop.url);
    await adjustTestWallet(spec.shop, shopper.id, 33_000);
    const cart = await shopper.add(await findProductId(spec.shop, 'semovita-10kg'), 1);
    await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
    const { page } = await spec.member('/wallet', { as: shopper });
    await page.getByRole('heading', { name: 'Transaction History' }).waitFor();
    return { page, paid: cart.totalPrice };
  };

  describe('Wallet', () => {
    test(
      [
        says("A red 'Wallet Balance' card in NGN without decimals."),
        says(
          "A credit (green, '+') or debit (red, '-') amount in NGN, a title from the reason, the description, and the date with time in en-NG.",
        ),
      ].join(' '),
      async () => {
        const { page, paid } = await openWallet();
        const card = page.getByLabel('Wallet Balance', { exact: true });
        expect(await card.innerText()).toMatch(
          new RegExp(`₦${(33_000 - paid).toLocaleString('en-NG')}(?![.\\d])`),
        );
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await channel(card, 'backgroundImage')).toBe('red');
          expect(await channel(page.getByLabel('Referral Earnings'), 'backgroundImage')).toBe('green');
        }
        const [debit, credit] = await page.getByRole('main').getByRole('listitem').all();
        if (!debit || !credit) throw new Error('the history is not whole');
        const amount = (card: Locator) => card.getByText(/^[+-]₦[\d,]+$/);
        expect(await amount(credit).innerText()).toBe('+₦33,000');
        expect(await channel(amount(credit), 'color')).toBe('green');
        expect(await amount(debit).innerText()).toBe(`-₦${paid.toLocaleString('en-NG')}`);
        expect(await channel(amount(debit), 'color')).toBe('red');
        await credit.getByText('For the test').waitFor();
        await debit.getByRole('heading', { name: 'Order Payment' }).waitFor();
        const time = debit.locator('time');
        const instant = (await time.getAttribute('datetime')) ?? '';
        const expected = new Date(instant).toLocaleString('en-NG', {
          timeZone: 'Africa/Lagos',
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
        });
        expect((await time.innerText()).replace(/\s/g, ' ')).toBe(expected.replace(/\s/g, ' '));
      },
    );
  });
}
