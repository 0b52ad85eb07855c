import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

/** Tests the modes of payment, the result of a payment from the wallet, and the preserved cart. */
export function paymentStates(phone: SimulatedPhone): void {
  const fillCart = async (balanceNaira: number, priceNaira: number, title = 'Yams') => {
    const productId = await addTestProduct(phone.api, {
      priceNaira,
      baseNaira: priceNaira,
      minUnits: 4,
      title,
    });
    const shopper = await phone.member();
    if (balanceNaira > 0) await adjustTestWallet(phone.api, shopper.id, balanceNaira);
    const { token } = shopper;
    await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
    return shopper;
  };
  const openCart = async () => {
    await phone.open('/cart');
    await waitFor(() =>
      expect((screen.getByLabelText('Amount from wallet') as HTMLInputElement).disabled).toBe(false),
    );
  };
  const chosen = () =>
    (screen.getAllByRole('radio') as HTMLInputElement[])
      .filter(({ checked }) => checked)
      .map((radio) => radio.closest('label')?.querySelector('strong')?.textContent);
  const modeFor = async (amount: string) => {
    fillLabelledField('Amount from wallet', amount);
    return chosen();
  };

  describe('Payment', () => {
    test(says('Mode by wallet amount: 0 means card only.'), async () => {
      await fillCart(9_000, 5_000);
      await openCart();
      expect(await modeFor('2000')).not.toEqual(['Card only']);
      expect(await modeFor('0')).toEqual(['Card only']);
    });

    test(says('Above 0 and below the total means wallet plus card.'), async () => {
      await fillCart(9_000, 5_000);
      await openCart();
      expect(await modeFor('100')).toEqual(['Wallet + card']);
      expect(await modeFor('4900')).toEqual(['Wallet + card']);
    });

    test(says('At or above the total means wallet only.'), async () => {
      await fillCart(9_000, 5_000);
      await openCart();
      expect(await modeFor('5000')).toEqual(['Wallet only']);
      await modeFor('0');
      expect(await modeFor('6000')).toEqual(['Wallet only']);
    });

    const payFromWallet = async () => {
      await fillCart(6_000, 5_000);
      await phone.open('/checkout');
      await screen.findByRole('heading', { name: 'Order summary' });
      await waitFor(() =>
        expect(screen.getByLabelText('Amount from wallet')).toHaveProperty('disabled', false),
      );
      fillLabelledField('City', 'Ikeja');
      fillLabelledField('Street', '1 Allen Avenue');
      fillLabelledField('Amount from wallet', '5000');
      await waitFor(() => expect(screen.getAllByRole('button', { name: 'Pay ₦5,000' })[0]).toBeDefined());
      tapControl('Pay ₦5,000');
      return await screen.findByRole('dialog', { name: 'Payment successful!' });
    };

    test(
      says(
        'Wallet-only success shows a dialog with Payment ID, amount paid, group buys joined, new wallet balance, and per group buy the status, units sold and minimum units.',
      ),
      async () => {
        const dialog = await payFromWallet();
        const fact = (name: string) => within(dialog).getByText(name).nextElementSibling?.textContent;
        const [payment] = await phone.api.db.query<{ id: string }>(
          'SELECT id FROM payments ORDER BY created_at DESC LIMIT 1',
        );
        // A long id is shown shortened; its button copies all of it.
        const id = payment?.id ?? '';
        expect(fact('Payment ID')).toContain(`${id.slice(0, 8)}…${id.slice(-4)}`);
        expect(within(dialog).getByRole('button', { name: 'Copy Payment ID' })).toBeDefined();
        expect(fact('Amount paid')).toBe('₦5,000');
        expect(fact('Group buys joined')).toBe('1');
        expect(fact('New wallet balance')).toBe('₦1,000');
        const group = within(dialog).getByRole('listitem');
        expect(within(group).getByText('Yams')).toBeDefined();
        expect(within(group).getByText('Forming')).toBeDefined();
        expect(within(group).getByText('1 item sold · minimum 4 items')).toBeDefined();
      },
    );

    test(says("'View My Account' refreshes data and goes to /account after 0.5 s."), async () => {
      await payFromWallet();
      const asked = phone.line.sentTo('GET /api/cart').length;
      startFrozenFakeTimers();
      tapControl('View My Account');
      await advanceFakeTime(499);
      expect(location.pathname).toBe('/checkout');
      await advanceFakeTime(1);
      expect(location.pathname).toBe('/account');
      await expect.poll(() => phone.line.sentTo('GET /api/cart').length).toBeGreaterThan(asked);
    });

    const preserve = (nowMs = Date.now()) => {
      sessionStorage.setItem('preserveCart', 'true');
      sessionStorage.setItem('paymentReturnTime', String(nowMs));
    };
    const BANNER = 'Your cart has been preserved from your previous session';

    test(says('Preserved-cart mode lasts 5 minutes.'), async () => {
      await fillCart(500, 5_000);
      await openCart();
      expect(screen.queryByText(BANNER)).toBeNull();
      startFrozenFakeTimers();
      preserve();
      await phone.open('/cart');
      await advanceFakeTime(0);
      expect(screen.getByText(BANNER)).toBeDefined();
      await advanceFakeTime(299_999);
      expect(screen.queryByText(BANNER)).not.toBeNull();
      await advanceFakeTime(1);
      expect(screen.queryByText(BANNER)).toBeNull();
      expect(sessionStorage.getItem('preserveCart')).toBeNull();
    });
  });
}
