import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import { getSession, mergeSessionUser, useSession } from '../../../src/lib/session/session.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { fakeIntersectionObserver } from '../../support/nearness.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, startAtNextProductListWindow } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

/** Tests what the app knows of its shopper and stores on the phone. */
export function clientState(phone: SimulatedPhone): void {
  const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');
  const fillCart = async (token: string) => {
    const productId = await addTestProduct(phone.api);
    await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
  };

  test(
    says(
      "Auth state: accessToken (null, or 'Bearer' and a space followed by the token), isAuthenticated (true, false, or null while undetermined), userData (the profile or null).",
    ),
    async () => {
      const Status = () => useSession().status;
      expect(renderToString(<Status />)).toBe('undetermined');
      await phone.open('/');
      expect(getSession()).toEqual({ status: 'visitor' });
      await waitFor(() => expect(phone.line.sent.length).toBeGreaterThan(0));
      expect(phone.line.sent[0]?.headers).not.toHaveProperty('authorization');
      const { id, token, email } = await phone.member();
      expect(getSession()).toMatchObject({ status: 'member', token, user: { id, email } });
      await phone.open('/wallet');
      await waitFor(() => expect(phone.line.sentTo('GET /api/wallet').length).toBeGreaterThan(0));
      expect(phone.line.sentTo('GET /api/wallet')[0]?.headers.authorization).toBe(`Bearer ${token}`);
    },
  );

  test(says('Browser local storage keys: token (raw token) and user (profile as JSON).'), async () => {
    const { id, token, name, email, phone: number, referralCode } = await phone.member();
    expect(localStorage.getItem('token')).toBe(token);
    expect(stored('user')).toMatchObject({ id, name, email, phone: number, referralCode });
  });

  test(
    says(
      "The profile's inner fields are not shown, except name, email, phone, id, and a referral code read from referralCode, else referral_code, else code.",
    ),
    async () => {
      const { token, name, email, phone: number } = await phone.member();
      await fillCart(token);
      await phone.open('/account');
      expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
      expect(screen.getByText(email)).toBeDefined();
      await phone.open('/checkout');
      const input = await screen.findByLabelText<HTMLInputElement>('Phone');
      expect(input.value.replaceAll(' ', '')).toBe(number.slice(4));

      await addTestProduct(phone.api, { slug: 'to-share' });
      const shared: (string | undefined)[] = [];
      Object.assign(navigator, { share: async ({ url }: ShareData) => void shared.push(url) });
      for (const codes of [
        { referralCode: 'FIRST000', referral_code: 'SECOND00', code: 'THIRD000' },
        { referralCode: '', referral_code: 'SECOND00', code: 'THIRD000' },
        { referralCode: '', referral_code: '', code: 'THIRD000' },
      ]) {
        mergeSessionUser(codes as Partial<User>);
        await phone.open('/product/to-share');
        await screen.findByLabelText('Quantity');
        tapControl('Share');
      }
      await waitFor(() => expect(shared).toHaveLength(3));
      Reflect.deleteProperty(navigator, 'share');
      expect(shared.map((url) => new URL(url ?? '').searchParams.get('ref'))).toEqual([
        'FIRST000',
        'SECOND00',
        'THIRD000',
      ]);
    },
  );

  test(
    says('Home state: initial_load, loading (starts true), more_loading, pagination, products.'),
    async () => {
      await phone.api.db.query('UPDATE products SET active = false');
      for (let count = 0; count < 26; count += 1) await addTestProduct(phone.api, { title: `Deal ${count}` });
      startAtNextProductListWindow();
      const comeNearTheEnd = fakeIntersectionObserver();
      // The first try fails, so that the loading state can be seen.
      phone.line.fail('GET /api/products/', 'no line', 1);
      await phone.open('/');
      const spinner = (label: string) => screen.queryByRole('status', { name: label });
      const cards = () => screen.queryAllByRole('heading', { level: 3, name: /^Deal/ });
      expect(spinner('Loading products')).not.toBeNull();
      expect(cards()).toHaveLength(0);
      await advanceFakeTime(2_100);
      await waitFor(() => expect(cards()).toHaveLength(24));
      expect(spinner('Loading products')).toBeNull();
      const calls = () => phone.line.sentTo('GET /api/products/');
      expect(calls()[1]?.answer?.body.pagination).toMatchObject({
        page: 1,
        limit: 24,
        total: 26,
        hasMore: true,
      });
      // The app does not ask again, because the first load is complete.
      expect(calls()).toHaveLength(2);
      const letAnswer = phone.line.hold('GET /api/products/');
      comeNearTheEnd();
      await advanceFakeTime(10);
      await waitFor(() => expect(spinner('Loading more products')).not.toBeNull());
      letAnswer();
      await waitFor(() => expect(cards()).toHaveLength(26));
      expect(spinner('Loading more products')).toBeNull();
      expect(calls()[2]?.search).toBe('?page=2&limit=24');
    },
  );

  describe('Browser storage', () => {
    test(
      says(
        'Local storage: cartData, cartDataTimestamp, paymentInfo (walletUse, flutterwaveAmount, currentWalletBalance, reference, totalAmount, cartId).',
      ),
      async () => {
        const { token, id } = await phone.member();
        await fillCart(token);
        await phone.open('/checkout');
        await screen.findByLabelText('City');
        const cart = phone.queryClient.getQueryData<{ cartId: string }>(['u', id, 'cart']);
        await waitFor(() => expect(stored('cartData')).toMatchObject({ ...cart }));
        expect(Number(localStorage.getItem('cartDataTimestamp'))).toBeGreaterThan(Date.now() - 60_000);
        vi.spyOn(location, 'assign').mockImplementation(() => undefined);
        fillLabelledField('City', 'Ikeja');
        fillLabelledField('Street', '1 Allen Avenue');
        tapControl(/^Pay ₦/);
        await waitFor(() => expect(stored('paymentInfo')).not.toBeNull());
        expect(stored('paymentInfo')).toMatchObject({
          walletUse: 0,
          flutterwaveAmount: 1_000,
          currentWalletBalance: 0,
          reference: expect.stringMatching(/^gb-/),
          totalAmount: 1_000,
          cartId: cart?.cartId,
        });
      },
    );

    test(says('Session storage: walletUse, preserveCart, paymentReturnTime.'), async () => {
      const { token, id } = await phone.member();
      await adjustTestWallet(phone.api, id, 500);
      await fillCart(token);
      const before = Date.now();
      await phone.open('/cart?cancelled=true');
      await waitFor(() => expect(sessionStorage.getItem('preserveCart')).toBe('true'));
      expect(Number(sessionStorage.getItem('paymentReturnTime'))).toBeGreaterThanOrEqual(before);
      const amount = () => screen.getByLabelText<HTMLInputElement>('Amount from wallet');
      await waitFor(() => expect(amount().disabled).toBe(false));
      fillLabelledField('Amount from wallet', '300');
      expect(sessionStorage.getItem('walletUse')).toBe('300');
      fireEvent.click(screen.getByRole('radio', { name: /Card only/ }));
      fillLabelledField('Amount from wallet', '-1');
      expect(sessionStorage.getItem('walletUse')).toBe('0');
    });
  });
}
