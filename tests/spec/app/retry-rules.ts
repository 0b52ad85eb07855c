import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { createSignUpBody, signUpShopper } from '../../support/api-shopper.ts';
import { createErrorBody } from '../../support/error-body.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { advanceFakeTime, advanceFakeTimeTo, startAdvancingFakeTimers } from '../../support/phone-time.ts';
import { fillSignUpForm } from '../../support/sign-up-form.ts';
import { says } from '../specification.ts';

const BROKEN = { status: 500, body: createErrorBody('internal', 'Something broke') };
const REFUSED = { status: 400, body: createErrorBody('bad_request', 'No, not like that') };

/** Tests which calls are repeated, when, and how often. */
export function retryRules(phone: SimulatedPhone): void {
  const count = (call: string, search?: string) =>
    phone.line.sentTo(call).filter((sent) => search === undefined || sent.search === search).length;
  const sent = (call: string, times: number, search?: string) =>
    waitFor(() => expect(count(call, search)).toBe(times));
  const answered = (call: string, times: number) =>
    waitFor(() =>
      expect(phone.line.sentTo(call).filter((each) => each.answer !== undefined)).toHaveLength(times),
    );
  /** Lists the times between the calls of a kind in milliseconds, rounded to tenths of a second. */
  const pauses = (call: string, search?: string) => {
    const times = phone.line.sentTo(call).filter((each) => search === undefined || each.search === search);
    return times
      .slice(1)
      .map(({ atMs }, index) => Math.round((atMs - (times[index]?.atMs ?? 0)) / 100) * 100);
  };
  /** Moves the time to this long after the newest call of a kind. */
  const passAfter = (call: string, ms: number) =>
    advanceFakeTimeTo((phone.line.sentTo(call).at(-1)?.atMs ?? 0) + ms);
  const see = (visibility: 'visible' | 'hidden') => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };

  describe('Group buys', () => {
    const GROUPS = 'GET /api/group/my-groups';
    const LIST = '?sortBy=createdAt&sortOrder=desc';

    test(says('Stats and group list refresh every 30 s.'), async () => {
      await phone.member();
      startAdvancingFakeTimers();
      await phone.open('/account');
      await answered(GROUPS, 2);
      await passAfter(GROUPS, 29_000);
      expect([count(GROUPS, ''), count(GROUPS, LIST)]).toEqual([1, 1]);
      await advanceFakeTime(1_500);
      await answered(GROUPS, 4);
      expect([count(GROUPS, ''), count(GROUPS, LIST)]).toEqual([2, 2]);
      await advanceFakeTime(30_500);
      await sent(GROUPS, 3, '');
      await sent(GROUPS, 3, LIST);
    });

    test(
      says('The list retries twice, and the stats failure falls back to an empty result with zero stats.'),
      async () => {
        await phone.member();
        phone.line.fail(GROUPS, BROKEN);
        startAdvancingFakeTimers();
        await phone.open('/account');
        await sent(GROUPS, 2);
        for (const ms of [1_100, 2_100, 4_100, 8_100]) await advanceFakeTime(ms);
        expect(count(GROUPS, LIST)).toBe(3);
        expect(screen.getByText('Unable to load group buys. Please try again later.')).toBeDefined();
        const stats = within(screen.getByRole('region', { name: 'Group Buy Statistics' }));
        expect(stats.getByText('Unable to load statistics. Please try again later.')).toBeDefined();
        const figures = ['Total', 'Forming', 'Successful', 'Failed', 'Total spent', 'Total units'].map(
          (label) => stats.getByText(label).parentElement?.textContent?.replace(label, ''),
        );
        expect(figures).toEqual(['0', '0', '0', '0', '₦0', '0']);
      },
    );
  });

  describe('Wallet page', () => {
    const [WALLET, INFO, STATS] = ['GET /api/wallet', 'GET /api/referral/info', 'GET /api/referral/stats'];

    test(
      says('Referral info and stats are polled every 30 s on the wallet page, with 3 retries 1 s apart.'),
      async () => {
        await phone.member();
        startAdvancingFakeTimers();
        await phone.open('/wallet');
        await answered(INFO, 1);
        await answered(STATS, 1);
        await passAfter(STATS, 29_000);
        expect([count(INFO), count(STATS)]).toEqual([1, 1]);
        phone.line.fail(INFO, BROKEN);
        phone.line.fail(STATS, BROKEN);
        await advanceFakeTime(1_500);
        await sent(INFO, 2);
        for (let second = 0; second < 8; second += 1) await advanceFakeTime(1_000);
        expect([count(INFO), count(STATS)]).toEqual([5, 5]);
        expect(pauses(INFO).slice(1)).toEqual([1_000, 1_000, 1_000]);
        expect(pauses(STATS).slice(1)).toEqual([1_000, 1_000, 1_000]);
      },
    );

    test(says('Wallet is polled every 10 s, also in the background.'), async () => {
      await phone.member();
      startAdvancingFakeTimers();
      await phone.open('/wallet');
      await answered(WALLET, 1);
      await passAfter(WALLET, 9_000);
      expect(count(WALLET)).toBe(1);
      await advanceFakeTime(1_500);
      await answered(WALLET, 2);
      see('hidden');
      await advanceFakeTime(10_500);
      await answered(WALLET, 3);
      await advanceFakeTime(10_500);
      await answered(WALLET, 4);
      expect(count(INFO)).toBe(1);
      see('visible');
    });

    test(says('It is stale after 5 s, with 3 retries.'), async () => {
      const { id } = await phone.member();
      startAdvancingFakeTimers();
      await phone.open('/wallet');
      await screen.findByRole('heading', { name: 'Transaction History' });
      const freshMs = phone.queryClient.getQueryState(['u', id, 'wallet'])?.dataUpdatedAt ?? 0;
      await advanceFakeTimeTo(freshMs + 4_900);
      // A page that becomes visible asks again for what is stale.
      see('visible');
      await advanceFakeTime(0);
      expect(count(WALLET)).toBe(1);
      await advanceFakeTimeTo(freshMs + 5_100);
      see('visible');
      await answered(WALLET, 2);
      phone.line.fail(WALLET, BROKEN);
      cleanup();
      phone.queryClient.clear();
      await phone.open('/wallet');
      await sent(WALLET, 3);
      for (const ms of [1_100, 2_100, 4_100, 1_000]) await advanceFakeTime(ms);
      expect(count(WALLET)).toBe(6);
      expect(screen.getByText('We could not load your wallet')).toBeDefined();
    });
  });

  test(says('Product load retries up to 3 times except on 400.'), async () => {
    const call = 'GET /api/products/slug/rice';
    phone.line.fail(call, BROKEN);
    startAdvancingFakeTimers();
    await phone.open('/product/rice');
    await sent(call, 1);
    for (const ms of [1_100, 2_100, 4_100, 8_100, 16_100]) await advanceFakeTime(ms);
    expect(count(call)).toBe(4);
    const refused = 'GET /api/products/slug/beans';
    phone.line.fail(refused, REFUSED);
    await phone.open('/product/beans');
    expect((await screen.findByRole('alert')).textContent).toContain('No, not like that');
    for (const ms of [1_100, 2_100, 4_100]) await advanceFakeTime(ms);
    expect(count(refused)).toBe(1);
  });

  describe('Writes', () => {
    const ADD = 'POST /api/cart/add';
    const openProduct = async (slug: string) => {
      await addTestProduct(phone.api, { slug });
      await phone.member();
      startAdvancingFakeTimers();
      await phone.open(`/product/${slug}`);
      await screen.findByLabelText('Quantity');
    };
    const openRegistration = async (referralCode = '') => {
      const person = createSignUpBody();
      startAdvancingFakeTimers();
      await phone.open('/register');
      fillSignUpForm(person);
      fillLabelledField(/^Referral code/, referralCode);
      tapControl('Sign up');
    };

    test(says('Add-to-cart and sign-in: no retry on 400.'), async () => {
      await openProduct('refused-rice');
      phone.line.fail(ADD, REFUSED);
      tapControl('Add to cart');
      await sent(ADD, 1);
      expect(await screen.findByText('No, not like that')).toBeDefined();
      for (const ms of [1_500, 3_000, 6_000]) await advanceFakeTime(ms);
      expect(count(ADD)).toBe(1);
      const { email } = await signUpShopper(phone.api);
      phone.signOut();
      await phone.open('/signin');
      fillLabelledField('Email', email);
      fillLabelledField('Password', 'wrong horse');
      tapControl('Sign in');
      expect(await screen.findByText('Invalid email or password')).toBeDefined();
      for (const ms of [1_500, 3_000, 6_000]) await advanceFakeTime(ms);
      expect(count('POST /api/auth/login')).toBe(1);
    });

    test(says('Otherwise add-to-cart retries after 1 s.'), async () => {
      await openProduct('retried-rice');
      phone.line.fail(ADD, BROKEN, 1);
      tapControl('Add to cart');
      await sent(ADD, 1);
      await passAfter(ADD, 900);
      expect(count(ADD)).toBe(1);
      await advanceFakeTime(500);
      await answered(ADD, 1);
      expect(count(ADD)).toBe(2);
      const keys = phone.line.sentTo(ADD).map(({ headers }) => headers['idempotency-key']);
      expect(keys[1]).toBe(keys[0]);
    });

    test(says('Signup and similar calls: no retry on 400, otherwise up to 1000 tries at 1 s.'), async () => {
      const SIGN_UP = 'POST /api/auth/signup';
      phone.line.fail(SIGN_UP, REFUSED, 1);
      await openRegistration();
      expect(await screen.findByText('No, not like that')).toBeDefined();
      await advanceFakeTime(5_000);
      expect(count(SIGN_UP)).toBe(1);

      phone.line.reset();
      phone.line.fail(SIGN_UP, BROKEN);
      tapControl('Sign up');
      await sent(SIGN_UP, 1);
      for (let tries = 1; tries < 6; tries += 1) {
        await advanceFakeTime(1_000);
        await sent(SIGN_UP, tries + 1);
      }
      expect(pauses(SIGN_UP)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
      // Over twelve hours the pauses grow and the tries end at a thousand.
      await advanceFakeTime(12 * 60 * 60_000);
      expect(count(SIGN_UP)).toBe(1_000);
      const grown = [1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
      expect(pauses(SIGN_UP).slice(28, 36)).toEqual(grown);
      expect(new Set(pauses(SIGN_UP).slice(36))).toEqual(new Set([30_000]));
      expect(new Set(phone.line.sentTo(SIGN_UP).map(({ headers }) => headers['idempotency-key'])).size).toBe(
        1,
      );
      // The thousand tries are computed under fake timers, which takes the machine long.
    }, 180_000);

    test(says('Payment initialise retries up to 3 times at a 2 s delay, except on 4xx/5xx.'), async () => {
      const PAY = 'POST /api/payment/initialize';
      const productId = await addTestProduct(phone.api);
      const openCheckout = async () => {
        vi.useRealTimers();
        const { token } = await phone.member();
        const body = { productId, quantity: 1 };
        await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body });
        startAdvancingFakeTimers();
        await phone.open('/checkout');
        await screen.findByLabelText('City');
        fillLabelledField('City', 'Ikeja');
        fillLabelledField('Street', '1 Allen Avenue');
      };
      await openCheckout();
      phone.line.fail(PAY, 'no line');
      tapControl(/^Pay ₦/);
      await sent(PAY, 1);
      for (let second = 0; second < 12; second += 1) await advanceFakeTime(1_000);
      expect(count(PAY)).toBe(4);
      expect(pauses(PAY)).toEqual([2_000, 2_000, 2_000]);
      for (const status of [400, 401, 403, 404, 500, 503]) {
        await openCheckout();
        phone.line.fail(PAY, { status, body: { success: false, message: 'No', code: 'internal' } });
        // A 401 would start a refresh, which another rule covers, so the refresh fails here.
        if (status === 401) phone.line.fail('POST /api/auth/refresh', BROKEN);
        tapControl(/^Pay ₦/);
        await sent(PAY, 1);
        for (let second = 0; second < 5; second += 1) await advanceFakeTime(1_000);
        expect([status, count(PAY)]).toEqual([status, 1]);
      }
    });
  });

  test(says('The product list fetch retries after 2 s on a network error.'), async () => {
    const LIST = 'GET /api/products/';
    phone.line.fail(LIST, 'no line', 2);
    startAdvancingFakeTimers();
    await phone.open('/');
    await sent(LIST, 1);
    await passAfter(LIST, 1_900);
    expect(count(LIST)).toBe(1);
    await advanceFakeTime(200);
    await sent(LIST, 2);
    await advanceFakeTime(2_100);
    await answered(LIST, 1);
    expect(pauses(LIST)).toEqual([2_000, 2_000]);
  });

  test(says('The cart query is stale after 15 minutes and kept for 1 hour.'), async () => {
    const CART = 'GET /api/cart';
    const shopper = await phone.member();
    startAdvancingFakeTimers();
    await phone.open('/about');
    await answered(CART, 1);
    await advanceFakeTime(14 * 60_000);
    await phone.open('/contact');
    await advanceFakeTime(0);
    expect(count(CART)).toBe(1);
    cleanup();
    await advanceFakeTime(61_000);
    await phone.open('/about');
    await waitFor(() => expect(count(CART)).toBeGreaterThan(1));
    const key = ['u', shopper.id, 'cart'];
    await waitFor(() => expect(phone.queryClient.getQueryState(key)?.fetchStatus).toBe('idle'));
    cleanup();
    await advanceFakeTime(59 * 60_000);
    expect(phone.queryClient.getQueryData(key)).toBeDefined();
    await advanceFakeTime(61_000);
    expect(phone.queryClient.getQueryData(key)).toBeUndefined();
  });

  test(
    says(
      'The default data cache keeps entries 5 minutes, and the default library retry is 3 times with a delay of 1 s doubling up to 30 s.',
    ),
    async () => {
      const UNREAD = 'GET /api/notifications/unread-count';
      await phone.member();
      phone.line.fail(UNREAD, BROKEN);
      startAdvancingFakeTimers();
      await phone.open('/about');
      await sent(UNREAD, 1);
      for (const ms of [1_050, 2_050, 4_050, 8_050, 30_050]) await advanceFakeTime(ms);
      expect(pauses(UNREAD)).toEqual([1_000, 2_000, 4_000]);
      const { retryDelay } = phone.queryClient.getDefaultOptions().queries ?? {};
      const delays = [0, 1, 2, 3, 4, 5, 6, 20].map((failures) =>
        typeof retryDelay === 'function' ? retryDelay(failures, new Error()) : retryDelay,
      );
      expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
      // A query without options of its own is kept as long as the default says; the lists that are stored on the phone
      // are kept longer.
      await phone.queryClient.fetchQuery({ queryKey: ['plain'], queryFn: () => 'answer' });
      await advanceFakeTime(4 * 60_000 + 55_000);
      expect(phone.queryClient.getQueryData(['plain'])).toBe('answer');
      await advanceFakeTime(6_000);
      expect(phone.queryClient.getQueryData(['plain'])).toBeUndefined();
    },
  );
}
