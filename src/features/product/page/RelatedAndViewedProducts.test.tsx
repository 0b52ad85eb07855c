import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { installScriptedApi, renderScreenWithoutApp } from '../../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../../app/data/query-client.ts';
import { productQueryKeys } from '../data/product-keys.ts';
import { RelatedAndViewedProducts } from './RelatedAndViewedProducts.tsx';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const product = (slug: string): Product => ({
  ...{ _id: slug, title: slug, slug, description: '', category: 'Grains', images: [], pictures: [] },
  ...{ shareImage: null, price: 1_000, basePrice: 1_500, minPrice: 0, maxPrice: 0, minBasePrice: 0 },
  ...{ maxBasePrice: 0, rating: 0, reviewCount: 0, specifications: {}, shareLink: '', soloEnabled: true },
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  minimumViableUnits: 10,
  group: {
    ...{ groupId: 'g', status: 'active', progressPercentage: 40, spotsRemaining: 6 },
    ...{ minimumViableUnits: 10, deadline: '2026-11-22T09:00:00.000Z' },
  },
});

const GRAINS = ['rice', 'beans', 'millet', 'maize', 'fonio'];

function show(seen: readonly string[]) {
  const queryClient = createQueryClient();
  for (const [index, slug] of seen.entries())
    queryClient.setQueryData(productQueryKeys.bySlug(slug), product(slug), {
      updatedAt: Date.now() - 60_000 * (index + 1),
    });
  const sent = installScriptedApi({
    'GET /api/products/': () => ({ json: { success: true, data: GRAINS.map(product) } }),
  });
  renderScreenWithoutApp(<RelatedAndViewedProducts product={product('rice')} />, { queryClient });
  return sent;
}
const titlesIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

test('more from the category stands first, then what was seen last, nothing twice and never the open product', async () => {
  const sent = show(['rice', 'oil', 'beans', 'soap']);
  await screen.findByRole('region', { name: 'More from Grains' });
  expect(titlesIn('More from Grains')).toEqual(['beans', 'millet', 'maize', 'fonio']);
  expect(titlesIn('Seen last on this phone')).toEqual(['oil', 'soap']);
  expect(sent.map(({ query }) => query.get('category'))).toEqual(['Grains']);
});

test('offline what was seen last is there, without figures of groups that may be old', async () => {
  onlineManager.setOnline(false);
  const sent = show(['oil', 'soap']);
  expect(titlesIn('Seen last on this phone')).toEqual(['oil', 'soap']);
  expect(screen.queryByText('40% joined')).toBeNull();
  expect(screen.queryByRole('region', { name: 'More from Grains' })).toBeNull();
  expect(sent).toEqual([]);
});

test('with nothing to lead on to there is no empty block', () => {
  onlineManager.setOnline(false);
  show([]);
  expect(screen.queryByRole('heading')).toBeNull();
});
