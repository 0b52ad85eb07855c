import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { buyFromWalletThroughApi } from '../../support/api-stories.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Tests the fields of products, groups and a shopper's own group buys. */
export function shopEntities(phone: SimulatedPhone): void {
  const get = async <Reply>(url: string, token?: string) =>
    (await phone.api.call<Reply>({ method: 'GET', url, ...(token && { token }) })).body;
  const productOf = async (slug: string) =>
    (await get<{ data: Record<string, unknown> }>(`/api/products/slug/${slug}`)).data;

  test(
    says(
      'Product: _id, title, description, slug, images[], price, basePrice, minPrice, maxPrice, minBasePrice, maxBasePrice (numeric, non-numeric treated as 0), rating, reviewCount, specifications (key/value map), shareLink, sellingUnitsData {enabled, baseUnitName, options[]}.',
    ),
    async () => {
      const units = [
        { name: 'bag', quantity: 50, baseNaira: 64_000 },
        { name: 'share', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
      ];
      const id = await addTestProduct(phone.api, {
        slug: 'local-rice',
        title: 'Local Rice',
        priceNaira: 51_500,
        baseNaira: 64_000,
        units,
      });
      await phone.api.db.query(
        `UPDATE products SET description = 'Clean rice', rating = 4.5, review_count = 12,
           specifications = '{"Origin": "Kebbi"}' WHERE id = $1`,
        [id],
      );
      expect(await productOf('local-rice')).toMatchObject({
        _id: id,
        title: 'Local Rice',
        description: 'Clean rice',
        slug: 'local-rice',
        images: [],
        price: 51_500,
        basePrice: 64_000,
        minPrice: 5_400,
        maxPrice: 51_500,
        minBasePrice: 7_000,
        maxBasePrice: 64_000,
        rating: 4.5,
        reviewCount: 12,
        specifications: { Origin: 'Kebbi' },
        shareLink: `${location.origin}/product/local-rice`,
        sellingUnitsData: { enabled: true, baseUnitName: 'kg', options: [{}, {}] },
      });
      // A value that is no number counts as 0, and without a range the single price is shown.
      const product = {
        ...(await productOf('local-rice')),
        minPrice: 'x',
        maxPrice: null,
        price: 700,
        basePrice: 'y',
      };
      phone.line.fail('GET /api/products/', {
        status: 200,
        body: { success: true, data: [product], pagination: { page: 1, hasMore: false } },
      });
      await phone.open('/');
      const card = within(await screen.findByRole('link', { name: /Local Rice/ }));
      expect(card.getByText('₦700')).toBeDefined();
      expect(card.queryByText('from as low as')).toBeNull();
      expect(card.queryByText(/SAVE/)).toBeNull();
    },
  );

  test(
    says(
      "Selling-unit option: name, displayName, baseUnitQuantity, priceType ('manual' or calculated), customPrice, calculatedPrice, isActive.",
    ),
    async () => {
      await addTestProduct(phone.api, {
        slug: 'two-units',
        priceNaira: 50_000,
        baseNaira: 64_000,
        units: [
          { name: 'bag', quantity: 50, baseNaira: 64_000 },
          { name: 'share', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
        ],
      });
      const { sellingUnitsData } = (await productOf('two-units')) as {
        sellingUnitsData: { options: object[] };
      };
      expect(sellingUnitsData.options).toMatchObject([
        {
          name: 'bag',
          displayName: 'bag',
          baseUnitQuantity: 50,
          priceType: 'calculated',
          customPrice: null,
          calculatedPrice: 50_000,
          isActive: true,
        },
        {
          name: 'share',
          displayName: 'share',
          baseUnitQuantity: 5,
          priceType: 'manual',
          customPrice: 5_400,
          calculatedPrice: 5_400,
          isActive: true,
        },
      ]);
    },
  );

  test(
    says('Group progress: progressPercentage, timeRemaining (milliseconds), spotsRemaining.'),
    async () => {
      const buyer = await buyFromWalletThroughApi(phone.api, { slug: 'quarter', minUnits: 4 });
      const { _id } = await productOf('quarter');
      const { data } = await get<{ data: { timeRemaining: number } }>(
        `/api/group/product/${_id}`,
        buyer.token,
      );
      expect(data).toMatchObject({ progressPercentage: 25, spotsRemaining: 3 });
      expect(data.timeRemaining).toBeGreaterThan(172_800_000 - 60_000);
      expect(data.timeRemaining).toBeLessThanOrEqual(172_800_000);
    },
  );

  describe('User group buy', () => {
    test(
      says(
        'Fields: _id, status, productId (populated with title, slug, images, price), unitsSold, minimumViableUnits, participantCount, progressPercentage, timeRemaining, createdAt, userJoinedAt, userContributionPercentage.',
      ),
      async () => {
        const { token } = await buyFromWalletThroughApi(phone.api, {
          slug: 'mine',
          title: 'Mine',
          minUnits: 4,
        });
        const { data } = await get<{ data: Record<string, unknown>[] }>('/api/group/my-groups', token);
        expect(data).toHaveLength(1);
        expect(data[0]).toMatchObject({
          _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          status: 'active',
          productId: { title: 'Mine', slug: 'mine', images: [], price: 1_000 },
          unitsSold: 1,
          minimumViableUnits: 4,
          participantCount: 1,
          progressPercentage: 25,
          timeRemaining: expect.any(Number),
          createdAt: expect.stringMatching(ISO),
          userJoinedAt: expect.stringMatching(ISO),
          userContributionPercentage: 100,
        });
      },
    );

    test(
      says("The user's quantity and paid amount are read from several alternative field names."),
      async () => {
        const group = {
          status: 'active',
          productId: { _id: 'p', title: 'Rice', slug: 'rice', images: [], price: 1 },
          unitsSold: 5,
          minimumViableUnits: 10,
          participantCount: 1,
          progressPercentage: 50,
          userContributionPercentage: 20,
          orders: [],
          deadline: null,
        };
        await phone.member();
        for (const [index, [names, paid, bought]] of (
          [
            [{ userAmount: 900, amountPaid: 1, userQuantity: 3, quantity: 9 }, '₦900', '3 of 10 items'],
            [{ amountPaid: 800, quantity: 2 }, '₦800', '2 of 10 items'],
            [{ totalAmount: 700, userUnits: 1 }, '₦700', '1 of 10 items'],
          ] as const
        ).entries()) {
          phone.queryClient.clear();
          phone.line.fail('GET /api/group/my-groups', {
            status: 200,
            body: {
              success: true,
              data: [{ ...group, _id: `g${index}`, ...names }],
              stats: {},
              serverTime: new Date().toISOString(),
            },
          });
          await phone.open('/account');
          const card = within((await screen.findByText('Rice')).closest('li') as HTMLElement);
          expect(card.getByText('You paid').parentElement?.textContent).toContain(paid);
          expect(card.getByText(/^Your share/).textContent).toContain(bought);
        }
      },
    );

    test(
      says('List response: data[] and stats {total, forming, successful, failed, totalSpent, totalUnits}.'),
      async () => {
        const { token } = await buyFromWalletThroughApi(phone.api, { minUnits: 4 });
        expect(await get('/api/group/my-groups', token)).toMatchObject({
          data: [{ status: 'active' }],
          stats: { total: 1, forming: 1, successful: 0, failed: 0, totalSpent: 1_000, totalUnits: 1 },
        });
      },
    );
  });
}
