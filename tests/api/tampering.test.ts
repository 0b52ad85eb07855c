import { beforeEach, describe, expect, test } from 'vitest';
import type { SignInReply, UserReply } from '#contract/schemas/auth.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { createSignUpBody, type SignedUpApiShopper, signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';

/** A shopper sends fields that only the server may decide. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }));

/** Every name that a price, an amount, a state or an owner has in an answer or a column. */
const TAMPERED = {
  ...{
    price: 1,
    itemPrice: 1,
    basePrice: 1,
    customPrice: 1,
    pricePerUnit: 1,
    calculatedPrice: 1,
    priceKobo: 100,
  },
  ...{ totalPrice: 1, totalAmount: 1, total_kobo: 100, amount: 1, flutterwaveAmount: 0, walletUsed: 0 },
  ...{ balance: 1_000_000, walletBalance: 1_000_000, currentWalletBalance: 1_000_000, heldAmount: 0 },
  ...{
    status: 'confirmed',
    outcome: 'ordered',
    available: true,
    version: 99,
    baseUnitQuantity: 1_000,
    discount: 99,
  },
  ...{ role: 'admin', isAdmin: true, locked_at: null, created_at: '2020-01-01T00:00:00Z', referralCount: 3 },
};

let shopper: SignedUpApiShopper;
let productId: string;
beforeEach(async () => {
  shopper = await signUpShopper(api);
  await adjustTestWallet(api, shopper.id, 10_000);
  productId = await addTestProduct(api, {
    ...{ priceNaira: 4_000, baseNaira: 6_000 },
    units: [{ name: 'bag', quantity: 4, baseNaira: 6_000 }],
  });
});

const send = <Reply>(method: 'POST' | 'PATCH', url: string, body: object) =>
  api.call<Reply>({ method, url, token: shopper.token, body: { ...TAMPERED, ...body } });
const add = () =>
  send<{ data: Cart }>('POST', '/api/cart/add', {
    productId,
    quantity: 1,
    sellingUnit: { name: 'bag', displayName: 'A gift', priceType: 'manual', ...TAMPERED },
  });
const ownRow = async (table: string, column: string) =>
  (
    await api.db.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = $1`, [shopper.id])
  )[0];

describe('prices and amounts are those of the database', () => {
  test('in the cart, whatever a line or its unit names', async () => {
    const added = await add();
    expect(added.body.data).toMatchObject({ totalPrice: 4_000, walletBalance: 10_000 });
    const line = { productId, sellingUnitName: 'bag', quantity: 2 };
    const updated = await send<Cart>('PATCH', '/api/cart/update-quantity', line);
    expect(updated.body).toMatchObject({ totalPrice: 8_000, walletBalance: 10_000 });
    expect(updated.body.items[0]).toMatchObject({ itemPrice: 4_000, basePrice: 6_000, available: true });
    expect(updated.body.items[0]?.sellingUnit).toMatchObject({ baseUnitQuantity: 4, customPrice: null });
  });

  test('in a payment from the wallet', async () => {
    await addTestPickupCentre(api, 'LAG-YAB', 'Yaba');
    const { cartId } = (await add()).body.data;
    const paid = await send<InitializePaymentReply>('POST', '/api/payment/initialize', {
      walletUse: 4_000,
      paymentMethod: 'wallet_only',
      cartId,
      phone: shopper.phone,
      deliveryAddress: { state: 'Lagos', city: 'Yaba', street: '1 Herbert Macaulay Way', ...TAMPERED },
    });
    expect(paid.body).toMatchObject({ totalAmount: 4_000, walletUsed: 4_000, newWalletBalance: 6_000 });
    expect(await ownRow('orders', 'user_id')).toMatchObject({ total_kobo: 400_000 });
    expect(await ownRow('wallets', 'user_id')).toMatchObject({ balance_kobo: 600_000 });
    await expectInvariants(api.db);
  });
});

describe('who a shopper is, is what they may say and no more', () => {
  test('at sign-up', async () => {
    const other = shopper;
    const body = {
      ...TAMPERED,
      id: other.id,
      userId: other.id,
      referral_code: other.referralCode,
      ...createSignUpBody(),
    };
    const answer = await api.call<SignInReply>({ method: 'POST', url: '/api/auth/signup', body });
    expect(answer.status).toBe(201);
    expect(answer.body.user.id).not.toBe(other.id);
    expect(answer.body.user.referralCode).not.toBe(other.referralCode);
    const [wallet] = await api.db.query('SELECT balance_kobo FROM wallets WHERE user_id = $1', [
      answer.body.user.id,
    ]);
    expect(wallet).toMatchObject({ balance_kobo: 0 });
  });

  test.each([
    ['update-name', { name: 'New Name' }, 'name'],
    ['preferences', { socialProof: false }, 'social_proof'],
  ])('in %s', async (url, body, column) => {
    const before = await ownRow('users', 'id');
    const claimed = {
      email: 'new@example.com',
      phone: '+2348011111111',
      referralCode: 'AAAAAA',
      password: 'x',
      sub: 1,
    };
    const { status } = await send<UserReply>('PATCH', `/api/auth/${url}`, { ...claimed, ...body });
    expect(status).toBe(200);
    const after = await ownRow('users', 'id');
    expect(after?.[column]).toBe(Object.values(body)[0]);
    expect({ ...after, [column]: null }).toEqual({ ...before, [column]: null });
  });
});
