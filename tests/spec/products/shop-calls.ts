import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { startAtNextProductListWindow } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const UNITS = [
  { name: 'bag', quantity: 50, baseNaira: 64_000 },
  { name: 'share', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
];

/** Tests the calls of catalogue, groups, cart and payment. */
export function shopCalls(phone: SimulatedPhone): void {
  const answered = async (call: string, search?: string) => {
    const find = () => phone.line.sentTo(call).find((sent) => search === undefined || sent.search === search);
    await waitFor(() => expect(find()?.answer).toBeDefined());
    const sent = find();
    return {
      sent,
      body: sent?.body,
      status: sent?.answer?.status,
      reply: (sent?.answer?.body ?? {}) as never,
    };
  };
  const cartKey = (userId: string) => ['u', userId, 'cart'];
  const put = async (token: string, body: object) =>
    (await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body })).status;

  test(
    says('GET /api/products/ | none; abort signal | status 200 and data.data (array of products)'),
    async () => {
      const id = await addTestProduct(phone.api, { title: 'Ofada Rice' });
      startAtNextProductListWindow();
      await phone.open('/');
      const { sent, body, status, reply } = await answered('GET /api/products/');
      expect([body, status]).toEqual([undefined, 200]);
      expect(sent?.signal).toBeInstanceOf(AbortSignal);
      const { data } = reply as { data: { _id: string }[] };
      expect(data.map(({ _id }) => _id)).toContain(id);
      expect(await screen.findByText('Ofada Rice')).toBeDefined();
    },
  );

  test(
    says(
      'GET /api/products/slug/{slug} | none | data (the product); a message field means a not-found or error note',
    ),
    async () => {
      const id = await addTestProduct(phone.api, { slug: 'ofada', title: 'Ofada Rice' });
      await phone.open('/product/ofada');
      const { body, reply } = await answered('GET /api/products/slug/ofada');
      expect(body).toBeUndefined();
      expect((reply as { data: object }).data).toMatchObject({ _id: id, slug: 'ofada', title: 'Ofada Rice' });
      expect(await screen.findByRole('heading', { level: 1, name: 'Ofada Rice' })).toBeDefined();
      await phone.open('/product/no-such');
      const missing = await answered('GET /api/products/slug/no-such');
      expect([missing.status, missing.reply]).toMatchObject([404, { message: 'Product not found' }]);
      expect((await screen.findByRole('alert')).textContent).toContain('Product not found');
    },
  );

  test(
    says(
      'GET /api/group/product/{productId} | none | data.progressPercentage, timeRemaining, spotsRemaining',
    ),
    async () => {
      const id = await addTestProduct(phone.api, { slug: 'progress', minUnits: 20 });
      await phone.open('/product/progress');
      const { body, reply } = await answered(`GET /api/group/product/${id}`);
      expect(body).toBeUndefined();
      const { data } = reply as { data: object };
      expect(data).toMatchObject({ progressPercentage: 0, timeRemaining: 172_800_000, spotsRemaining: 20 });
      expect(await screen.findByText('0% joined')).toBeDefined();
      expect(screen.getByText('20 items to go')).toBeDefined();
    },
  );

  test(says('GET /api/group/my-groups | none | data[] and stats; used by the statistics card'), async () => {
    await phone.member();
    await phone.open('/account');
    const { body, status, reply } = await answered('GET /api/group/my-groups', '');
    expect([body, status]).toEqual([undefined, 200]);
    expect(reply).toMatchObject({ data: [], stats: { total: 0, totalSpent: 0 } });
    const card = within(screen.getByRole('region', { name: 'Group Buy Statistics' }));
    await waitFor(() => expect(card.getAllByText('₦0')).toHaveLength(1));
  });

  test(
    says(
      'GET /api/group/my-groups?sortBy={field}&sortOrder={asc|desc} | none | same; used by the list. Sort fields: createdAt, progressPercentage, userAmount',
    ),
    async () => {
      await phone.member();
      await phone.open('/account');
      for (const [choice, search] of [
        ['Newest First', '?sortBy=createdAt&sortOrder=desc'],
        ['Oldest First', '?sortBy=createdAt&sortOrder=asc'],
        ['Progress High to Low', '?sortBy=progressPercentage&sortOrder=desc'],
        ['Progress Low to High', '?sortBy=progressPercentage&sortOrder=asc'],
        ['Amount High to Low', '?sortBy=userAmount&sortOrder=desc'],
        ['Amount Low to High', '?sortBy=userAmount&sortOrder=asc'],
      ] as const) {
        const select = screen.getByLabelText('Sort') as HTMLSelectElement;
        const option = [...select.options].find(({ textContent }) => textContent === choice);
        fireEvent.change(select, { target: { value: option?.value } });
        const { status, reply } = await answered('GET /api/group/my-groups', search);
        expect(status).toBe(200);
        expect(Object.keys(reply)).toEqual(expect.arrayContaining(['data', 'stats']));
      }
    },
  );

  test(
    says(
      'POST /api/cart/add | productId, quantity, optional sellingUnit {name, displayName, baseUnitQuantity, priceType, customPrice} | data is the new cart, stored under the cart cache key',
    ),
    async () => {
      const productId = await addTestProduct(phone.api, { slug: 'units', units: UNITS });
      const { id } = await phone.member();
      await phone.open('/product/units');
      fireEvent.change(await screen.findByLabelText('Selling unit'), { target: { value: 'share' } });
      tapControl('Increase quantity');
      tapControl('Add to cart');
      const { body, status, reply } = await answered('POST /api/cart/add');
      expect(body).toEqual({
        productId,
        quantity: 2,
        sellingUnit: {
          name: 'share',
          displayName: 'share',
          baseUnitQuantity: 5,
          priceType: 'manual',
          customPrice: 5_400,
        },
      });
      expect([status, reply]).toMatchObject([200, { data: { totalPrice: 10_800 } }]);
      await waitFor(() =>
        expect(phone.queryClient.getQueryData(cartKey(id))).toEqual((reply as { data: object }).data),
      );
      const plain = await addTestProduct(phone.api, { slug: 'plain' });
      phone.line.reset();
      await phone.open('/product/plain');
      await screen.findByLabelText('Quantity');
      tapControl('Add to cart');
      expect((await answered('POST /api/cart/add')).body).toEqual({ productId: plain, quantity: 1 });
    },
  );

  test(says('GET /api/cart | none | the cart; a 404 response body is used as the cart data'), async () => {
    const productId = await addTestProduct(phone.api, { title: 'Honey Beans' });
    const shopper = await phone.member();
    await phone.open('/cart');
    const empty = await answered('GET /api/cart');
    expect([empty.body, empty.status]).toEqual([undefined, 404]);
    expect(await screen.findByText('Your cart is empty')).toBeDefined();
    expect(phone.queryClient.getQueryData(cartKey(shopper.id))).toEqual(empty.reply);
    await put(shopper.token, { productId, quantity: 1 });
    phone.signIn(shopper);
    await phone.open('/cart');
    const full = await answered('GET /api/cart');
    expect(full.status).toBe(200);
    expect(await screen.findByText('Honey Beans')).toBeDefined();
    expect(phone.queryClient.getQueryData(cartKey(shopper.id))).toEqual(full.reply);
  });

  test(
    says(
      'PATCH cart/update-quantity | productId, quantity, variant or null, sellingUnitName or null | 200 returns the updated cart',
    ),
    async () => {
      const withUnits = await addTestProduct(phone.api, { units: UNITS });
      const plain = await addTestProduct(phone.api);
      for (const [productId, sellingUnit, unit] of [
        [plain, {}, null],
        [withUnits, { sellingUnit: { name: 'bag' } }, 'bag'],
      ] as const) {
        const { token, id } = await phone.member();
        await put(token, { productId, quantity: 1, ...sellingUnit });
        await phone.open('/cart');
        const line = within(await screen.findByLabelText(/^Quantity/));
        fireEvent.click(line.getByRole('button', { name: /^Increase/ }));
        const { body, status, reply } = await answered('PATCH /api/cart/update-quantity');
        expect(body).toEqual({ productId, quantity: 2, variant: null, sellingUnitName: unit });
        expect([status, reply]).toMatchObject([200, { items: [{ quantity: 2 }] }]);
        await waitFor(() => expect(phone.queryClient.getQueryData(cartKey(id))).toEqual(reply));
      }
    },
  );

  test(
    says(
      'DELETE cart/remove/{productId} | optional query variant and sellingUnitName | 200 returns the updated cart',
    ),
    async () => {
      const withUnits = await addTestProduct(phone.api, { units: UNITS });
      const plain = await addTestProduct(phone.api);
      for (const [line, search] of [
        [{ productId: plain }, ''],
        [{ productId: plain, variant: 'solo' }, '?variant=solo'],
        [{ productId: withUnits, sellingUnit: { name: 'bag' } }, '?sellingUnitName=bag'],
      ] as const) {
        const { token } = await phone.member();
        await put(token, { ...line, quantity: 1 });
        await phone.open('/cart');
        fireEvent.click(await screen.findByRole('button', { name: /^Remove/ }));
        const { sent, body, status, reply } = await answered(`DELETE /api/cart/remove/${line.productId}`);
        expect([sent?.search, body, status]).toEqual([search, undefined, 200]);
        expect(reply).toMatchObject({ items: [], totalPrice: 0 });
      }
    },
  );

  test(
    says(
      'POST /api/payment/initialize (authenticated) | as in the payment initialise request | the payment response',
    ),
    async () => {
      const productId = await addTestProduct(phone.api);
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
      const { token, phone: number } = await phone.member();
      await put(token, { productId, quantity: 1 });
      await phone.open('/checkout');
      await screen.findByLabelText('City');
      fillLabelledField('City', 'Ikeja');
      fillLabelledField('Street', '1 Allen Avenue');
      tapControl(/^Pay ₦1,000/);
      const { body, status, reply } = await answered('POST /api/payment/initialize');
      expect(body).toMatchObject({
        walletUse: 0,
        deliveryAddress: { state: 'Lagos', city: 'Ikeja', street: '1 Allen Avenue' },
        phone: number,
        cartId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        paymentMethod: 'flutterwave_only',
        callback_url: `${location.origin}/cart`,
        cancel_url: `${location.origin}/cart`,
      });
      expect(status).toBe(200);
      expect(reply).toEqual({
        success: true,
        message: expect.any(String),
        reference: expect.stringMatching(/^gb-/),
        paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        walletUse: 0,
        walletUsed: 0,
        flutterwaveAmount: 1_000,
        totalAmount: 1_000,
        currentWalletBalance: 0,
        newWalletBalance: 0,
        authorization_url: expect.stringMatching(/^http.+\/v3\/hosted\/pay\//),
        groupBuysJoined: 0,
        groupBuys: [],
      });
      const visitor = { method: 'POST', url: '/api/payment/initialize', body: body as object } as const;
      expect((await phone.api.call(visitor)).status).toBe(401);
      // Waits until the page leaves for the card page, so that it does not leave during the next test.
      await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    },
  );
}
