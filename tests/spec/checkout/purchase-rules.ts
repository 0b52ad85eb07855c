import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addReferralCodeToLink } from '../../../src/lib/browser/share.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import {
  advanceFakeTime,
  startAdvancingFakeTimers,
  startAtNextProductListWindow,
  startFrozenFakeTimers,
} from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const UNITS = [
  { name: 'bag', quantity: 50, baseNaira: 64_000 },
  { name: 'share', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
];

/** Tests the rules from the product to the payment. */
export function purchaseRules(phone: SimulatedPhone): void {
  describe('Add to cart', () => {
    const ADD = 'POST /api/cart/add';
    const openProduct = async (slug: string, product: Parameters<typeof addTestProduct>[1] = {}) => {
      await addTestProduct(phone.api, { slug, ...product });
      await phone.member();
      await phone.open(`/product/${slug}`);
      await screen.findByLabelText('Quantity');
    };
    const less = () => screen.getByRole('button', { name: 'Decrease quantity' }) as HTMLButtonElement;

    test(
      says(
        "If selling units are enabled and the product has options but none is selected, 'Please select a selling unit' shows for 3 s and no request is sent.",
      ),
      async () => {
        await openProduct('rice-no-unit', { units: UNITS });
        startFrozenFakeTimers();
        tapControl('Add to cart');
        expect(screen.getByText('Please select a selling unit')).toBeDefined();
        await advanceFakeTime(2_999);
        expect(screen.queryByText('Please select a selling unit')).not.toBeNull();
        await advanceFakeTime(1);
        expect(screen.queryByText('Please select a selling unit')).toBeNull();
        expect(phone.line.sentTo(ADD)).toEqual([]);
      },
    );

    test(says("The unit select is required, with a disabled placeholder 'Select an option'."), async () => {
      await openProduct('rice-select', { units: UNITS });
      const select = screen.getByLabelText('Selling unit') as HTMLSelectElement;
      expect(select.required).toBe(true);
      expect(select.options[0]?.textContent).toBe('Select an option');
      expect(select.options[0]?.disabled).toBe(true);
      expect(select.selectedIndex).toBe(0);
    });

    test(says('Quantity starts at 1.'), async () => {
      await openProduct('one-piece');
      expect(screen.getByLabelText('Quantity').querySelector('output')?.textContent).toBe('1');
      tapControl('Add to cart');
      await waitFor(() => expect(phone.line.sentTo(ADD)[0]?.body).toMatchObject({ quantity: 1 }));
    });

    test(says('The minus button is disabled at 1 or below.'), async () => {
      await openProduct('minus');
      expect(less().disabled).toBe(true);
      tapControl('Increase quantity');
      expect(less().disabled).toBe(false);
      tapControl('Decrease quantity');
      expect(less().disabled).toBe(true);
    });

    test(says('No upper bound is shown.'), async () => {
      await openProduct('many');
      for (let times = 1; times < 60; times += 1) tapControl('Increase quantity');
      const quantity = screen.getByLabelText('Quantity');
      expect(quantity.querySelector('output')?.textContent).toBe('60');
      expect(quantity.textContent).toBe('60');
      expect(quantity.outerHTML).not.toMatch(/max/);
    });
  });

  test(says('Cart quantity: cannot go below 1.'), async () => {
    const productId = await addTestProduct(phone.api);
    const { token } = await phone.member();
    const add = { method: 'POST', url: '/api/cart/add', token } as const;
    await phone.api.call({ ...add, body: { productId, quantity: 2 } });
    await phone.open('/cart');
    const line = await screen.findByLabelText(/^Quantity/);
    const less = within(line).getByRole('button', { name: /^Decrease/ }) as HTMLButtonElement;
    fireEvent.click(less);
    await waitFor(() => expect(less.disabled).toBe(true));
    expect(line.querySelector('output')?.textContent).toBe('1');
    for (const quantity of [0, -1]) {
      const answer = await phone.api.call<{ message: string }>({
        method: 'PATCH',
        url: '/api/cart/update-quantity',
        token,
        body: { productId, quantity, variant: null, sellingUnitName: null },
      });
      expect([answer.status, answer.body.message]).toEqual([400, 'Quantity must be at least 1']);
    }
  });

  describe('Wallet use', () => {
    const openCart = async (balanceNaira: number, priceNaira: number) => {
      const productId = await addTestProduct(phone.api, { priceNaira, baseNaira: priceNaira });
      const shopper = await phone.member();
      if (balanceNaira > 0) await adjustTestWallet(phone.api, shopper.id, balanceNaira);
      const { token } = shopper;
      await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
      await phone.open('/cart');
      await waitFor(() => expect(amount().disabled).toBe(false));
      return shopper;
    };
    const amount = () => screen.getByLabelText('Amount from wallet') as HTMLInputElement;
    const used = () => Number(sessionStorage.getItem('walletUse'));

    test(
      says('The amount is clamped between 0 and the lesser of the balance and the cart total.'),
      async () => {
        await openCart(3_000, 5_000);
        fillLabelledField('Amount from wallet', '4000');
        expect(used()).toBe(3_000);
        fillLabelledField('Amount from wallet', '-50');
        expect(used()).toBe(0);
        fillLabelledField('Amount from wallet', '2000');
        expect(used()).toBe(2_000);
        await openCart(9_000, 5_000);
        fillLabelledField('Amount from wallet', '8000');
        expect(used()).toBe(5_000);
      },
    );

    test(says('The input step is 100.'), async () => {
      await openCart(3_000, 5_000);
      expect(amount().step).toBe('100');
    });

    test(
      says(
        "Over the balance shows the warning 'You can only use up to ₦{amount} from your wallet. You have ₦{balance} available.'.",
      ),
      async () => {
        await openCart(3_000, 5_000);
        fillLabelledField('Amount from wallet', '3001');
        const words = 'You can only use up to ₦3,000 from your wallet. You have ₦3,000 available.';
        const toast = (await screen.findByText(words)).closest('.Toastify__toast');
        expect(toast?.className).toContain('warning');
        await openCart(9_000, 5_000);
        fillLabelledField('Amount from wallet', '9001');
        const other = 'You can only use up to ₦5,000 from your wallet. You have ₦9,000 available.';
        expect(await screen.findByText(other)).toBeDefined();
      },
    );

    test(
      says(
        "Checkout rejects with 'Insufficient wallet balance. You have ₦{balance} but trying to use ₦{amount}'.",
      ),
      async () => {
        const { id } = await openCart(9_000, 5_000);
        fillLabelledField('Amount from wallet', '5000');
        await phone.open('/checkout');
        await waitFor(() => expect(amount().disabled).toBe(false));
        fillLabelledField('City', 'Ikeja');
        fillLabelledField('Street', '1 Allen Avenue');
        // The money was spent on another phone meanwhile.
        await adjustTestWallet(phone.api, id, -6_000);
        tapControl('Pay ₦5,000');
        const words = 'Insufficient wallet balance. You have ₦3,000 but trying to use ₦5,000';
        expect(await screen.findByText(`Payment error: ${words}`)).toBeDefined();
        const answers = phone.line.sentTo('POST /api/payment/initialize');
        expect(answers.map(({ answer }) => answer?.status)).toEqual([400]);
        await waitFor(() => expect(amount().value).toBe('3000'));
      },
    );

    test(
      says("The 'Wallet + card' shortcut uses the lesser of the balance and 50% of the total."),
      async () => {
        await openCart(9_000, 5_000);
        tapControl(/Wallet \+ card/, 'radio');
        expect(used()).toBe(2_500);
        await openCart(1_200, 5_000);
        tapControl(/Wallet \+ card/, 'radio');
        expect(used()).toBe(1_200);
      },
    );
  });

  describe('Checkout', () => {
    const openCheckout = async () => {
      const productId = await addTestProduct(phone.api);
      const { token } = await phone.member();
      await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
      await phone.open('/checkout');
      await screen.findByLabelText('City');
    };

    test(says('Checkout: city and street are required.'), async () => {
      await openCheckout();
      tapControl(/^Pay ₦/);
      expect(screen.getByText('City is required')).toBeDefined();
      expect(screen.getByText('Street is required')).toBeDefined();
      fillLabelledField('City', 'Ikeja');
      fillLabelledField('Street', ' ');
      tapControl(/^Pay ₦/);
      expect(screen.queryByText('City is required')).toBeNull();
      expect(screen.getByText('Street is required')).toBeDefined();
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
      fillLabelledField('Street', '1 Allen Avenue');
      tapControl(/^Pay ₦/);
      await waitFor(() => expect(assign).toHaveBeenCalled());
      // The only call to pay has the whole address.
      expect(phone.line.sentTo('POST /api/payment/initialize').map(({ body }) => body)).toEqual([
        expect.objectContaining({
          deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
        }),
      ]);
    });

    test(says('State is a select with only Lagos (Ikeja as a second value).'), async () => {
      await openCheckout();
      const state = screen.getByLabelText('State') as HTMLSelectElement;
      expect(state.tagName).toBe('SELECT');
      expect([...state.options].map((option) => option.value)).toEqual(['Lagos', 'Ikeja']);
      expect(state.value).toBe('Lagos');
    });
  });

  test(says('Notification search: case-insensitive match on title or message.'), async () => {
    const { id } = await phone.member();
    const notification = (title: string, message: string) =>
      phone.api.db.query(
        `INSERT INTO notifications (user_id, dedupe_key, type, category, title, message)
         VALUES ($1, $2, 'info', 'system', $2, $3)`,
        [id, title, message],
      );
    await notification('Wallet Updated', 'Wallet credited ₦500 - Refund');
    await notification('Security', 'Your password was changed.');
    startAdvancingFakeTimers();
    await phone.open('/');
    tapControl(/^Notifications/);
    await waitFor(() => expect(screen.getByText('Loading notifications...')).toBeDefined());
    await advanceFakeTime(1_500);
    const panel = within(screen.getByRole('dialog', { name: 'Notifications' }));
    const titles = () => panel.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent);
    await waitFor(() => expect(titles().sort()).toEqual(['Security', 'Wallet Updated']));
    const search = screen.getByPlaceholderText('Search notifications...');
    fireEvent.change(search, { target: { value: 'wallet uPDATED' } });
    expect(titles()).toEqual(['Wallet Updated']);
    fireEvent.change(search, { target: { value: 'PASSWORD' } });
    expect(titles()).toEqual(['Security']);
    fireEvent.change(search, { target: { value: 'nowhere' } });
    expect(titles()).toEqual([]);
  });

  test(says('The product-list search box debounce is 300 ms.'), async () => {
    await phone.api.db.query('UPDATE products SET active = false');
    await addTestProduct(phone.api, { title: 'Brown Beans' });
    await addTestProduct(phone.api, { title: 'Yam Flour' });
    startAtNextProductListWindow();
    await phone.open('/');
    await screen.findByText('Yam Flour');
    startFrozenFakeTimers();
    fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'brown' } });
    await advanceFakeTime(299);
    expect(screen.queryByText('Yam Flour')).not.toBeNull();
    await advanceFakeTime(1);
    expect(screen.queryByText('Yam Flour')).toBeNull();
    expect(screen.queryByText('Brown Beans')).not.toBeNull();
  });

  describe('Share', () => {
    const shared: ShareData[] = [];
    const openAndShare = async (slug: string) => {
      shared.length = 0;
      vi.stubGlobal(
        'navigator',
        Object.assign(navigator, { share: async (data: ShareData) => shared.push(data) }),
      );
      await phone.open(`/product/${slug}`);
      await screen.findByLabelText('Quantity');
      tapControl('Share');
      await waitFor(() => expect(shared).toHaveLength(1));
      Reflect.deleteProperty(navigator, 'share');
      return shared[0] as ShareData;
    };

    test(
      says(
        "The referral code is embedded as a 'ref' query parameter on the shared link only if both link and code exist.",
      ),
      async () => {
        await addTestProduct(phone.api, { slug: 'shared-rice' });
        const visitors = await openAndShare('shared-rice');
        expect(visitors.url).toBe(`${location.origin}/product/shared-rice`);
        const { referralCode } = await phone.member();
        const members = await openAndShare('shared-rice');
        expect(members.url).toBe(`${location.origin}/product/shared-rice?ref=${referralCode}`);
        expect(addReferralCodeToLink('', referralCode)).toBe('');
      },
    );

    test(
      says("If the link carries a 'msg' parameter, its decoded value replaces the share text."),
      async () => {
        await addTestProduct(phone.api, { slug: 'told-rice', title: 'Told Rice' });
        expect((await openAndShare('told-rice')).text).toBe('Join the group buy for Told Rice.');
        const { body } = await phone.api.call<{ data: object }>({
          method: 'GET',
          url: '/api/products/slug/told-rice',
        });
        phone.queryClient.clear();
        const shareLink = `${location.origin}/product/told-rice?msg=Rice%20%26%20beans%2C%20come%21`;
        phone.line.fail('GET /api/products/slug/told-rice', {
          status: 200,
          body: { success: true, data: { ...body.data, shareLink } },
        });
        expect((await openAndShare('told-rice')).text).toBe('Rice & beans, come!');
      },
    );
  });
}
