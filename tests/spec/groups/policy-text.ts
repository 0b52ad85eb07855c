import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { runJobs } from '../../money/support/run-jobs.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { signUpShopper } from '../../support/api-shopper.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

/** Tests what the product page promises, and that the shop keeps it. */
export function policyText(phone: SimulatedPhone): void {
  const policy = async () => {
    const slug = `policy-${Math.random().toString(36).slice(2, 10)}`;
    await addTestProduct(phone.api, { slug });
    await phone.open(`/product/${slug}`);
    const card = (await screen.findByRole('heading', { name: 'Community buy policy' })).closest('section');
    return card?.textContent ?? '';
  };
  const buy = async (product: Parameters<typeof addTestProduct>[1]) => {
    const shopper = await signUpShopper(phone.api);
    await adjustTestWallet(phone.api, shopper.id, 1_000);
    await payFromWalletThroughApi(phone.api, shopper, await addTestProduct(phone.api, product), 1);
    const groups = async () => {
      const { token } = shopper;
      const answer = await phone.api.call<{
        data: { _id: string; status: string; canSwitchToSolo: boolean }[];
      }>({
        method: 'GET',
        url: '/api/group/my-groups',
        token,
      });
      return answer.body.data;
    };
    return { shopper, groups };
  };

  describe('Policy text', () => {
    test(says('Discounts apply only when the minimum number of buyers is reached.'), async () => {
      expect(await policy()).toContain('Discounts apply only when the minimum number of buyers is reached.');
    });

    test(says('Delivery begins once the group is full and is expected within 2-5 days.'), async () => {
      expect(await policy()).toContain(
        'Delivery begins once the group is full and is expected within 2-5 days.',
      );
    });

    test(
      says(
        'If the group does not complete within 48 hours, the buyer is refunded or may switch to a solo purchase at the standard price.',
      ),
      async () => {
        expect(await policy()).toContain(
          'If the group does not complete within 48 hours, you are refunded or may switch to a solo purchase at the standard price.',
        );
        const { shopper, groups } = await buy({ minUnits: 50 });
        await phone.api.clock.advance(48 * 3_600_000 - 120_000);
        await runJobs(phone.api.db);
        expect((await groups())[0]).toMatchObject({ status: 'active' });
        await phone.api.clock.advance(240_000);
        for (let round = 0; round < 2; round += 1) await runJobs(phone.api.db);
        const [failed] = await groups();
        expect(failed).toMatchObject({ status: 'refunded', canSwitchToSolo: true });
        const { token } = shopper;
        const wallet = await phone.api.call<{ balance: number }>({
          method: 'GET',
          url: '/api/wallet',
          token,
        });
        expect(wallet.body.balance).toBe(1_000);
        const solo = await phone.api.call<{ totalPrice: number }>({
          method: 'POST',
          url: `/api/group/${failed?._id}/switch-to-solo`,
          token,
          body: {},
        });
        expect([solo.status, solo.body.totalPrice]).toEqual([200, 1_500]);
      },
    );

    test(says('Orders cannot be changed once the group is full.'), async () => {
      expect(await policy()).toContain('Orders cannot be changed once the group is full.');
      const { shopper, groups } = await buy({ minUnits: 1 });
      const [full] = await groups();
      const url = `/api/group/${full?._id}/leave`;
      const { token } = shopper;
      const left = await phone.api.call<{ message: string }>({ method: 'POST', url, token, body: {} });
      expect([left.status, left.body.message]).toEqual([400, 'This group can no longer be left.']);
    });

    test(says('Orders must be picked up within 3 days.'), async () => {
      expect(await policy()).toContain('Orders must be picked up within 3 days.');
    });

    test(says('There is no home delivery.'), async () => {
      expect(await policy()).toContain('There is no home delivery.');
    });
  });

  test(says('Contact: support replies within 24 hours.'), async () => {
    await phone.open('/contact');
    expect((await screen.findAllByText('We reply within 24 hours.')).length).toBeGreaterThan(0);
  });
}
