import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { createSignUpBody, signUpShopper } from '../../support/api-shopper.ts';
import { buyFromWalletThroughApi, createReferrerWithFriends, runAllJobs } from '../../support/api-stories.ts';
import { fillLabelledField, type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { fillSignUpForm } from '../../support/sign-up-form.ts';
import { says } from '../specification.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Tests the fields of accounts, referral and wallet. */
export function memberEntities(phone: SimulatedPhone): void {
  const get = async <Reply = Record<string, unknown>>(url: string, token: string) =>
    (await phone.api.call<Reply>({ method: 'GET', url, token })).body;

  test(
    says(
      "Registration payload: name, email, password, referralCode (optional), phone, secretRecoveryKey, platform (always 'web').",
    ),
    async () => {
      const person = createSignUpBody();
      await phone.open('/register');
      fillSignUpForm(person);
      fillLabelledField(/^Referral code/, 'FRIEND00');
      tapControl('Sign up');
      await waitFor(() => expect(phone.line.sentTo('POST /api/auth/signup')).toHaveLength(1));
      const sent = phone.line.sentTo('POST /api/auth/signup')[0]?.body;
      expect(sent).toEqual({ ...person, referralCode: 'FRIEND00', platform: 'web' });
      await waitFor(() => expect(location.pathname).toBe('/'));
    },
  );

  test(says("Login payload: email, password, platform ('web')."), async () => {
    await phone.open('/signin');
    fillLabelledField('Email', 'ada@example.com');
    fillLabelledField('Password', 'correct horse');
    tapControl('Sign in');
    await waitFor(() => expect(phone.line.sentTo('POST /api/auth/login')).toHaveLength(1));
    expect(phone.line.sentTo('POST /api/auth/login')[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'correct horse',
      platform: 'web',
    });
  });

  test(says('Recovery-key verification response: resetToken.'), async () => {
    const { email, recoveryKey } = await signUpShopper(phone.api);
    const answer = await phone.api.call({
      method: 'POST',
      url: '/api/auth/verify-recovery-key',
      body: { email, secretRecoveryKey: recoveryKey },
    });
    expect(answer.body).toEqual({ success: true, resetToken: expect.stringMatching(/^\S{20,}$/) });
  });

  test(
    says(
      'Referral info: referralCode, referralLink, referredUsers (name, joinedAt), hasReceivedBonus, referralCount, nextBonusThreshold, totalEarnings, totalReferrals, completedRounds.',
    ),
    async () => {
      const { token, referralCode } = await createReferrerWithFriends(phone.api, 3);
      const user = { name: 'Ada O.', joinedAt: expect.stringMatching(ISO) };
      expect(await get('/api/referral/info', token)).toMatchObject({
        referralCode,
        referralLink: `${location.origin}/register?ref=${referralCode}`,
        referredUsers: [user, user, user],
        hasReceivedBonus: true,
        referralCount: 3,
        nextBonusThreshold: 6,
        totalEarnings: 500,
        totalReferrals: 3,
        completedRounds: 1,
      });
    },
  );

  test(says('Referral stats: totalReferrals, bonusEarned, nextBonusAt, remainingForBonus.'), async () => {
    const { token } = await createReferrerWithFriends(phone.api, 4);
    expect(await get('/api/referral/stats', token)).toMatchObject({
      totalReferrals: 4,
      bonusEarned: 500,
      nextBonusAt: 6,
      remainingForBonus: 2,
    });
  });

  test(
    says(
      'Client defaults: code and link empty, no users, no bonus, counts 0, nextBonusAt 3, remainingForBonus 3.',
    ),
    async () => {
      await phone.member();
      phone.line.fail('GET /api/referral/info', 'silence');
      phone.line.fail('GET /api/referral/stats', 'silence');
      await phone.open('/referral');
      const figureOf = (label: string) =>
        screen.getByText(label).parentElement?.textContent?.replace(label, '');
      // An empty code and link are shown as loading.
      expect(screen.getByLabelText<HTMLInputElement>('Referral link').value).toBe('Loading...');
      expect(screen.getByText('Referred Users (0)')).toBeDefined();
      expect(screen.getByText('0 / 3')).toBeDefined();
      expect(screen.getByText('Earn ₦500 bonus when you refer 3 friends!')).toBeDefined();
      expect(screen.queryByText(/^Completed rounds/)).toBeNull();
      expect(figureOf('Total Referrals')).toBe('0');
      expect(figureOf('Bonus Earned')).toBe('₦0');
      expect(figureOf('Referrals to Next Bonus')).toBe('3');
    },
  );

  test(
    says('Wallet: balance, transactions, referralInfo, stats (totalSpent), referralEarnings, totalEarned.'),
    async () => {
      const referrer = await createReferrerWithFriends(phone.api, 3);
      await payFromWalletThroughApi(
        phone.api,
        referrer,
        await addTestProduct(phone.api, { priceNaira: 200 }),
        1,
      );
      expect(await get('/api/wallet', referrer.token)).toMatchObject({
        balance: 300,
        transactions: [
          { type: 'debit', amount: 200 },
          { type: 'credit', amount: 500 },
        ],
        referralInfo: { totalReferrals: 3 },
        stats: { totalSpent: 200 },
        referralEarnings: 500,
        totalEarned: 500,
      });
    },
  );

  test(
    says(
      'Transaction: id, type (credit or debit), amount, reason, description, createdAt, metadata (orderId, orderTrackingNumber, groupBuyId, groupBuyStatus, referralCount).',
    ),
    async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { minUnits: 50 });
      await phone.api.clock.advance(48 * 3_600_000 + 60_000);
      await runAllJobs(phone.api);
      const { transactions } = await get<{ transactions: { metadata?: object; reason: string }[] }>(
        '/api/wallet',
        buyer.token,
      );
      const [refund, order] = transactions;
      const plain = {
        id: expect.any(String),
        amount: 1_000,
        description: expect.any(String),
        createdAt: expect.stringMatching(ISO),
      };
      expect(order).toMatchObject({ ...plain, type: 'debit', reason: 'ORDER' });
      expect(order?.metadata).toMatchObject({
        orderId: expect.any(String),
        orderTrackingNumber: expect.stringMatching(/^GB-/),
      });
      expect(refund).toMatchObject({ ...plain, type: 'credit', reason: 'REFUND' });
      expect(refund?.metadata).toMatchObject({ groupBuyId: expect.any(String), groupBuyStatus: 'refunded' });
      const referrer = await createReferrerWithFriends(phone.api, 3);
      const bonus = await get<{ transactions: object[] }>('/api/wallet', referrer.token);
      expect(bonus.transactions[0]).toMatchObject({
        type: 'credit',
        amount: 500,
        reason: 'REFERRAL_BONUS',
        metadata: { referralCount: 3 },
      });
    },
  );

  test(says('Purchase pop-up event: userName, productName, timestamp.'), async () => {
    await phone.member();
    phone.goLive();
    await phone.open('/about');
    await waitFor(() => expect(phone.sockets.at(-1)?.connected).toBe(true));
    const heard: object[] = [];
    phone.sockets.at(-1)?.on('purchase:social_proof', (event) => heard.push(event));
    await buyFromWalletThroughApi(phone.api, { title: 'Yam Flour' }, { name: 'Bola Ige' });
    await phone.tell();
    // Earlier purchases of other shoppers may be shown as well.
    await waitFor(() =>
      expect(heard).toContainEqual({
        userName: 'Bola I.',
        productName: 'Yam Flour',
        timestamp: expect.stringMatching(ISO),
      }),
    );
  });
}
