import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { calculateCartLineTotal, getCartLineUnitPrice } from '#contract/rules/money/line-price.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { signUpShopper } from '../../support/api-shopper.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const UNITS = [
  { name: 'bag', quantity: 50, baseNaira: 64_000 },
  { name: 'share', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
];

/** Tests the cart, its prices and its payment. */
export function cartEntities(phone: SimulatedPhone): void {
  const put = (token: string, body: object) =>
    phone.api.call<{ data: Record<string, unknown> & { items: object[] } }>({
      method: 'POST',
      url: '/api/cart/add',
      token,
      body,
    });

  test(says('Cart (response): cartId, items[], totalPrice, walletBalance.'), async () => {
    const { token, id } = await signUpShopper(phone.api);
    await adjustTestWallet(phone.api, id, 700);
    const { body } = await put(token, { productId: await addTestProduct(phone.api), quantity: 2 });
    expect(body.data).toMatchObject({
      cartId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      items: [{ quantity: 2 }],
      totalPrice: 2_000,
      walletBalance: 700,
    });
  });

  test(
    says(
      'Cart item: _id, product (_id, slug, title, images[], price, sellingUnits.baseUnitName), quantity, variant, itemPrice, name, sellingUnit (optionName, displayName, baseUnitQuantity, priceType manual or calculated, customPrice, pricePerUnit).',
    ),
    async () => {
      const { token } = await signUpShopper(phone.api);
      const productId = await addTestProduct(phone.api, {
        slug: 'cart-rice',
        title: 'Cart Rice',
        priceNaira: 50_000,
        baseNaira: 64_000,
        units: UNITS,
      });
      await put(token, { productId, quantity: 1, sellingUnit: { name: 'bag' } });
      await put(token, { productId, quantity: 2, sellingUnit: { name: 'share' } });
      const solo = await addTestProduct(phone.api);
      const { body } = await put(token, { productId: solo, quantity: 1, variant: 'solo' });
      const product = {
        _id: productId,
        slug: 'cart-rice',
        title: 'Cart Rice',
        images: [],
        price: 50_000,
        sellingUnits: { baseUnitName: 'kg' },
      };
      expect(body.data.items).toMatchObject([
        {
          _id: expect.any(String),
          product,
          quantity: 1,
          variant: null,
          itemPrice: 50_000,
          name: 'Cart Rice',
          sellingUnit: {
            optionName: 'bag',
            displayName: 'bag',
            baseUnitQuantity: 50,
            priceType: 'calculated',
            customPrice: null,
            pricePerUnit: 50_000,
          },
        },
        { product, quantity: 2, itemPrice: 5_400, sellingUnit: { priceType: 'manual', customPrice: 5_400 } },
        { quantity: 1, variant: 'solo', itemPrice: 1_500, sellingUnit: null },
      ]);
    },
  );

  describe('Item price', () => {
    const product = { price: 900 };
    const calculated = { priceType: 'calculated', pricePerUnit: 600, customPrice: null };
    const manual = { priceType: 'manual', customPrice: 700, pricePerUnit: 600 };

    test(says('Item price rule: itemPrice if present.'), () => {
      expect(getCartLineUnitPrice({ quantity: 1, itemPrice: 500, product, sellingUnit: manual })).toBe(500);
      expect(getCartLineUnitPrice({ quantity: 1, itemPrice: 0, product, sellingUnit: manual })).toBe(0);
    });

    test(says("Else a manual selling unit's customPrice."), () => {
      expect(getCartLineUnitPrice({ quantity: 1, product, sellingUnit: manual })).toBe(700);
    });

    test(says("Else a calculated unit's pricePerUnit, falling back to the product price."), () => {
      expect(getCartLineUnitPrice({ quantity: 1, product, sellingUnit: calculated })).toBe(600);
      expect(
        getCartLineUnitPrice({ quantity: 1, product, sellingUnit: { ...calculated, pricePerUnit: null } }),
      ).toBe(900);
    });

    test(says('Else the product price.'), () => {
      expect(getCartLineUnitPrice({ quantity: 1, itemPrice: null, product, sellingUnit: null })).toBe(900);
    });

    test(says('Line total = price x quantity.'), async () => {
      expect(calculateCartLineTotal({ quantity: 3, itemPrice: 500, product })).toBe(1_500);
      const { token } = await phone.member();
      await put(token, {
        productId: await addTestProduct(phone.api, { priceNaira: 1_250, baseNaira: 1_500 }),
        quantity: 3,
      });
      await phone.open('/cart');
      expect((await screen.findAllByText('₦3,750')).length).toBeGreaterThan(0);
    });
  });

  test(
    says(
      'Payment initialise request: walletUse, deliveryAddress (state, city, street), phone, cartId, paymentMethod (wallet_only, wallet_and_flutterwave, flutterwave_only), plus callback_url and cancel_url for card paths.',
    ),
    async () => {
      vi.spyOn(location, 'assign').mockImplementation(() => undefined);
      const PAY = 'POST /api/payment/initialize';
      const productId = await addTestProduct(phone.api, { priceNaira: 5_000, baseNaira: 6_000 });
      for (const [choice, walletUse, paymentMethod] of [
        [/Card only/, 0, 'flutterwave_only'],
        [/Wallet \+ card/, 2_500, 'wallet_and_flutterwave'],
        [/Wallet only/, 5_000, 'wallet_only'],
      ] as const) {
        const shopper = await phone.member();
        await adjustTestWallet(phone.api, shopper.id, 9_000);
        const { body } = await put(shopper.token, { productId, quantity: 1 });
        await phone.open('/checkout');
        const radio = () => screen.getByRole<HTMLInputElement>('radio', { name: choice });
        await waitFor(() => expect(radio().disabled).toBe(false));
        tapControl(choice, 'radio');
        fillLabelledField('City', 'Ikeja');
        fillLabelledField('Street', '1 Allen Avenue');
        tapControl(/^Pay ₦/);
        await waitFor(() => expect(phone.line.sentTo(PAY)[0]?.answer?.status).toBe(200));
        const sent = phone.line.sentTo(PAY)[0]?.body;
        expect(sent).toMatchObject({
          walletUse,
          deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
          phone: shopper.phone,
          cartId: body.data.cartId,
          paymentMethod,
        });
        if (paymentMethod === 'wallet_only') continue;
        expect(sent).toMatchObject({
          callback_url: `${location.origin}/cart`,
          cancel_url: `${location.origin}/cart`,
        });
      }
    },
  );

  test(
    says(
      'Payment response: success, message, walletUse, flutterwaveAmount, currentWalletBalance, reference, authorization_url, paymentId, walletUsed, totalAmount, groupBuysJoined, newWalletBalance, groupBuys[] (status, unitsSold, minimumViableUnits).',
    ),
    async () => {
      const shopper = await signUpShopper(phone.api);
      await adjustTestWallet(phone.api, shopper.id, 10_000);
      const productId = await addTestProduct(phone.api, { minUnits: 4 });
      expect(await payFromWalletThroughApi(phone.api, shopper, productId, 2)).toMatchObject({
        success: true,
        message: expect.any(String),
        walletUse: 2_000,
        flutterwaveAmount: 0,
        currentWalletBalance: expect.any(Number),
        reference: expect.stringMatching(/^gb-/),
        authorization_url: null,
        paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        walletUsed: 2_000,
        totalAmount: 2_000,
        groupBuysJoined: 1,
        newWalletBalance: 8_000,
        groupBuys: [{ status: 'active', unitsSold: 2, minimumViableUnits: 4 }],
      });
    },
  );
}
