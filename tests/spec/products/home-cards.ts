import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import type { SimulatedPhone } from '../../support/phone.tsx';
import { says } from '../specification.ts';

const PRODUCTS = 'GET /api/products/';

/** Tests the states of the grid and the texts of a card. */
export function homeCards(phone: SimulatedPhone): void {
  /** Opens the home page with one product for each set of changes. @returns the cards in that order. */
  const openCards = async (...changes: Partial<Product>[]) => {
    const slug = `card-${Math.random().toString(36).slice(2)}`;
    await addTestProduct(phone.api, { slug, title: 'Rice' });
    const url = `/api/products/slug/${slug}`;
    const { body } = await phone.api.call<{ data: Product }>({ method: 'GET', url });
    const plain = { minPrice: 0, maxPrice: 0, minBasePrice: 0, maxBasePrice: 0, price: 0, basePrice: 0 };
    const data = changes.map((change, index) => ({
      ...body.data,
      ...plain,
      _id: `${body.data._id.slice(0, -2)}${String(index).padStart(2, '0')}`,
      slug: `card-${index}`,
      ...change,
    }));
    const pagination = { page: 1, limit: 24, total: data.length, hasMore: false };
    const reply = { success: true, data, pagination } as unknown as ProductsReply;
    phone.line.fail(PRODUCTS, { status: 200, body: reply });
    await phone.open('/');
    await waitFor(() =>
      expect(document.querySelectorAll('main a[href^="/product/"]')).toHaveLength(changes.length),
    );
    return data.map(
      ({ slug: name }) => document.querySelector(`main a[href="/product/${name}"]`) as HTMLElement,
    );
  };
  const struck = (card: HTMLElement | undefined) =>
    [...(card?.querySelectorAll('s') ?? [])].map((price) => price.textContent);

  describe('Home', () => {
    test(says("It shows a spinner while loading and 'No products yet' when empty."), async () => {
      phone.line.fail(PRODUCTS, 'silence', 1);
      await phone.open('/');
      expect(screen.getByLabelText('Loading products')).toBeDefined();
      expect(screen.queryByText('No products yet')).toBeNull();
      // The home page is left first; it would otherwise ask again and add the product after these cards.
      await phone.open('/about');
      await phone.queryClient.cancelQueries();
      phone.queryClient.clear();
      await openCards();
      expect(await screen.findByText('No products yet')).toBeDefined();
      expect(screen.queryByLabelText('Loading products')).toBeNull();
    });
  });

  describe('Product card', () => {
    test(says("Shows the first image and the title (fallback 'Untitled Product')."), async () => {
      const [named, nameless] = await openCards(
        { title: 'Yam', images: ['/first.webp', '/second.webp'], pictures: [] },
        { title: '', images: [] },
      );
      expect(named?.textContent).toContain('Yam');
      expect(named?.querySelector('img')?.getAttribute('src')).toBe('/first.webp');
      expect(nameless?.textContent).toContain('Untitled Product');
    });

    test(
      says(
        "Shows a price range 'from as low as' min - max with the base range struck through when minPrice and maxPrice are both above 0.",
      ),
      async () => {
        const range = {
          minPrice: 5_400,
          maxPrice: 51_500,
          minBasePrice: 7_000,
          maxBasePrice: 64_000,
          price: 51_500,
        };
        const [both, onlyMax, noBase] = await openCards(
          range,
          { ...range, minPrice: 0 },
          { ...range, minBasePrice: 0, maxBasePrice: 0 },
        );
        expect(both?.textContent).toContain('from as low as₦5,400 - ₦51,500');
        expect(struck(both)).toEqual(['Standard price ₦7,000 - ₦64,000']);
        expect(onlyMax?.textContent).not.toContain('from as low as');
        expect(noBase?.textContent).toContain('from as low as₦5,400 - ₦51,500');
        expect(struck(noBase)).toEqual([]);
      },
    );

    test(
      says(
        "Otherwise it shows the single price, or 'Price not available', with basePrice struck through if larger.",
      ),
      async () => {
        const [single, equal, smaller, none] = await openCards(
          { price: 13_800, basePrice: 16_000 },
          { price: 13_800, basePrice: 13_800 },
          { price: 13_800, basePrice: 9_000 },
          { price: 0, basePrice: 5_000 },
        );
        for (const card of [single, equal, smaller]) expect(card?.textContent).toContain('₦13,800');
        expect(struck(single)).toEqual(['Standard price ₦16,000']);
        expect(struck(equal)).toEqual([]);
        expect(struck(smaller)).toEqual([]);
        expect(none?.textContent).toContain('Price not available');
        expect(none?.textContent).not.toContain('₦');
      },
    );

    test(
      says(
        "Shows the badge 'SAVE n%', where n = round((base max - current max)/base max*100), only when n is above 0.",
      ),
      async () => {
        const range = { minPrice: 1_000, maxPrice: 51_500, minBasePrice: 1_100, maxBasePrice: 64_000 };
        const [wide, third, dearer, tiny] = await openCards(
          range,
          { price: 2_000, basePrice: 3_000 },
          { price: 3_100, basePrice: 3_000 },
          { price: 99_700, basePrice: 100_000 },
        );
        const badge = (card: HTMLElement | undefined) => /SAVE -?\d+%/.exec(card?.textContent ?? '')?.[0];
        // The first badge is (64,000 − 51,500) / 64,000 = 19.53 %.
        expect([wide, third, dearer, tiny].map(badge)).toEqual([
          'SAVE 20%',
          'SAVE 33%',
          undefined,
          undefined,
        ]);
      },
    );
  });
}
