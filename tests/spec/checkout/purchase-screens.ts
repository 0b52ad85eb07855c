import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { parseCardPageReturnParams } from '../../../src/features/checkout/return/payment-return.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const BANNER = 'Your cart has been preserved from your previous session';

/** Tests the cart and the checkout. */
export function purchaseScreens(phone: SimulatedPhone): void {
  const fillCart = async (slug: string) => {
    const productId = await addTestProduct(phone.api, { slug, title: `Of ${slug}` });
    const { token, id } = await phone.member();
    // With an empty wallet the page shows one line instead of the choice of payment.
    await adjustTestWallet(phone.api, id, 500);
    await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 2 } });
  };
  const openCart = async (query = '') => {
    await phone.open(`/cart${query}`);
    await screen.findByRole('list', { name: 'Items in your cart' });
  };

  describe('Cart', () => {
    test(says('Item list, order summary, and a wallet/payment choice.'), async () => {
      await fillCart('whole-cart');
      await openCart();
      const list = within(screen.getByRole('list', { name: 'Items in your cart' }));
      expect(list.getAllByRole('listitem')).toHaveLength(1);
      const summary = screen.getByRole('heading', { name: 'Order summary' }).closest('aside') as HTMLElement;
      expect(summary.textContent).toContain('Items (1)₦2,000');
      expect(summary.textContent).toContain('Total₦2,000');
      const choice = screen.getByRole('group', { name: 'How do you want to pay?' });
      expect(within(choice).getAllByRole('radio')).toHaveLength(3);
      expect(within(choice).getByLabelText('Amount from wallet')).toBeDefined();
    });

    test(says('Each item links to /product/{slug}.'), async () => {
      await fillCart('linked-item');
      await openCart();
      const link = screen.getByRole('link', { name: 'Of linked-item' });
      expect(link.getAttribute('href')).toBe('/product/linked-item');
    });

    test(
      says(
        "A preserved-cart banner reads 'Your cart has been preserved from your previous session' and has a Clear button.",
      ),
      async () => {
        await fillCart('kept-cart');
        await openCart();
        expect(screen.queryByText(BANNER)).toBeNull();
        sessionStorage.setItem('preserveCart', 'true');
        sessionStorage.setItem('paymentReturnTime', String(Date.now()));
        await openCart();
        const banner = (await screen.findByText(BANNER)).parentElement as HTMLElement;
        expect(within(banner).getByRole('button', { name: 'Clear' })).toBeDefined();
      },
    );

    test(
      says('Query flags handled on return from payment: returned, cancelled, failed, success and reference.'),
      async () => {
        const hints = (query: string) => parseCardPageReturnParams(query);
        const reference = 'gb-01ARZ3NDEKTSV4RRFFQ69G5FAV';
        expect(hints('')).toBeNull();
        expect(hints('?utm=1')).toBeNull();
        for (const hint of ['returned', 'cancelled', 'failed', 'success']) {
          expect(hints(`?returned=true&${hint}=true&reference=${reference}`)).toEqual({ hint, reference });
        }
        await fillCart('returned-cart');
        for (const [query, words] of [
          ['?returned=true&cancelled=true', 'Payment cancelled. No wallet balance was deducted.'],
          ['?returned=true&failed=true', 'Payment failed. No wallet balance was deducted.'],
          [`?returned=true&success=true&reference=${reference}`, 'We could not find this payment.'],
        ] as const) {
          await openCart(query);
          expect((await screen.findAllByText(words))[0]).toBeDefined();
          // The result is removed from the address, so a reload does not show it again.
          await waitFor(() => expect(location.search).toBe(''));
        }
      },
    );
  });

  describe('Checkout', () => {
    test(says('Shipping and payment.'), async () => {
      await fillCart('checked-out');
      await phone.open('/checkout');
      await screen.findByRole('heading', { name: 'Shipping' });
      for (const label of ['State', 'City', 'Street', 'Phone']) {
        expect(screen.getByLabelText(label, { exact: false, selector: 'input, select' })).toBeDefined();
      }
      const payment = screen.getByRole('heading', { name: 'Payment' }).closest('section') as HTMLElement;
      expect(within(payment).getAllByRole('radio')).toHaveLength(3);
    });

    test(says('It redirects to /cart when the cart is empty.'), async () => {
      await phone.member();
      await phone.open('/checkout');
      await waitFor(() => expect(location.pathname).toBe('/cart'));
      expect(await screen.findByText('Your cart is empty')).toBeDefined();
    });
  });
}
