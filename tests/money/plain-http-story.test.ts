import { describe, expect, it } from 'vitest';
import type { SignInReply } from '#contract/schemas/auth.ts';
import type { AddToCartReply } from '#contract/schemas/cart.ts';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { InitializePaymentReply, PaymentStatusReply } from '#contract/schemas/payment.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { startShopFromBuild } from '../support/built-shop.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import type { InvariantReport } from '../support/shop-facts.ts';
import { createShopperAccount } from '../support/shopper.ts';

const shop = openFixtureForFile(startShopFromBuild);

describe('the running shop with a plain HTTP client alone', () => {
  it('signs up, fills the cart, pays at the card page and finds the order', async () => {
    const post = async <Body>(path: string, body: unknown, token?: string) => {
      const answer = await fetch(shop.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Body };
    };
    const account = createShopperAccount();
    const signedUp = await post<SignInReply>('/api/auth/signup', account);
    expect(signedUp.status).toBe(201);
    const { token } = signedUp.body;

    const products = (await (await fetch(`${shop.url}/api/products/`)).json()) as ProductsReply;
    const rice = products.data.find(({ slug }) => slug === 'local-parboiled-rice-50kg');
    const added = await post<AddToCartReply>(
      '/api/cart/add',
      { productId: rice?._id, quantity: 2, sellingUnit: { name: 'share-5kg' } },
      token,
    );
    expect(added.status).toBe(200);
    expect(added.body.data.totalPrice).toBe(10_800);

    const begun = await post<InitializePaymentReply>(
      '/api/payment/initialize',
      {
        walletUse: 0,
        deliveryAddress: { state: 'Lagos', city: 'Surulere', street: '12 Adeniran Ogunsanya Street' },
        phone: account.phone,
        cartId: added.body.data.cartId,
        paymentMethod: 'flutterwave_only',
        callback_url: `${shop.url}/cart`,
        cancel_url: `${shop.url}/cart`,
      },
      token,
    );
    expect(begun.status).toBe(200);
    expect(begun.body).toMatchObject({ flutterwaveAmount: 10_800, walletUsed: 0, totalAmount: 10_800 });

    const cardPage = await fetch(begun.body.authorization_url ?? '');
    const html = await cardPage.text();
    expect(html).toContain('₦10,800');
    expect(html).toContain(begun.body.reference);
    expect(html).toContain('no real money moves');
    const returned = await fetch(begun.body.authorization_url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'success' }),
      redirect: 'follow',
    });
    const end = new URL(returned.url);
    expect(end.pathname).toBe('/cart');
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      returned: 'true',
      success: 'true',
      reference: begun.body.reference,
    });

    const get = async <Body>(path: string) =>
      (await (
        await fetch(shop.url + path, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as Body;
    const verdict = await get<PaymentStatusReply>(`/api/payment/status/${begun.body.reference}`);
    expect(verdict).toMatchObject({ status: 'confirmed', outcome: 'ordered' });
    const groups = await get<MyGroupsReply>('/api/group/my-groups');
    expect(groups.data).toHaveLength(1);
    expect(groups.data[0]).toMatchObject({
      status: 'active',
      userQuantity: 2,
      userUnits: 10,
      userAmount: 10_800,
    });
    expect(groups.data[0]?.orders[0]?.trackingNumber).toMatch(/^GB-[0-9A-Z]{8}$/);

    const report = await shop.ops<InvariantReport>('invariants');
    expect(report.invariants.length).toBeGreaterThan(20);
    expect(report.invariants.filter(({ holds }) => !holds)).toEqual([]);
  });
});
