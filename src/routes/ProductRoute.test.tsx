import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { catchToasts, scriptApi, signInOnStage, stage } from '../../tests/support/screen-stage.tsx';
import { ProductRoute } from './ProductRoute.tsx';

const rice: Product = {
  _id: 'rice',
  title: '',
  description: '',
  slug: 'rice',
  category: 'Grains',
  images: [],
  pictures: [],
  shareImage: null,
  price: 51_500,
  basePrice: 64_000,
  minPrice: 0,
  maxPrice: 0,
  minBasePrice: 0,
  maxBasePrice: 0,
  rating: 0,
  reviewCount: 0,
  specifications: {},
  shareLink: 'https://shop.example/product/rice',
  sellingUnitsData: { enabled: false, baseUnitName: '', options: [] },
  minimumViableUnits: 500,
  soloEnabled: true,
  group: {
    groupId: null,
    status: 'active',
    progressPercentage: 0,
    spotsRemaining: 500,
    minimumViableUnits: 500,
    deadline: null,
  },
};

beforeEach(() => signInOnStage());
afterEach(() => vi.restoreAllMocks());

function openProduct(product: Product = rice, shop?: null) {
  scriptApi({ 'GET /api/products/slug/rice': () => ({ json: { success: true, data: product } }) });
  return stage(<ProductRoute />, {
    at: '/product/rice',
    route: '/product/:slug',
    ...(shop === null && { shop }),
  });
}

test('a product without a title has one all the same, also for who gets its link', async () => {
  const toasts = catchToasts();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openProduct();
  expect(await screen.findByRole('heading', { level: 1, name: 'Untitled Product' })).toBeDefined();
  expect(document.title).toBe('Untitled Product · Ajora');
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(toasts).toMatchObject([{ kind: 'success', message: 'Copied!' }]));
  expect(write).toHaveBeenCalledWith(
    'Join the group buy for Untitled Product. https://shop.example/product/rice?ref=ADAOBI12',
  );
});

test('before the settings are known the policy speaks of 48 hours', async () => {
  openProduct(rice, null);
  const policy = within(await screen.findByRole('region', { name: 'Community buy policy' }));
  expect(policy.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Discounts apply only when the minimum number of buyers is reached.',
    'Delivery begins once the group is full and is expected within 2-5 days.',
    'If the group does not complete within 48 hours, you are refunded or may switch to a solo purchase at the standard price.',
    'Orders cannot be changed once the group is full.',
    'Orders must be picked up within 3 days. There is no home delivery.',
  ]);
  await act(async () => undefined);
});

test('the policy speaks of the product’s own window, where it has one', async () => {
  openProduct({ ...rice, windowHours: 24 });
  const policy = within(await screen.findByRole('region', { name: 'Community buy policy' }));
  expect(policy.getByText(/If the group does not complete within 24 hours/)).toBeDefined();
  await act(async () => undefined);
});

test('a product without a link of its own is shared by its address', async () => {
  catchToasts();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openProduct({ ...rice, title: 'Local Rice', shareLink: '' });
  await screen.findByRole('heading', { level: 1, name: 'Local Rice' });
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() =>
    expect(write).toHaveBeenCalledWith(
      `Join the group buy for Local Rice. ${location.origin}/product/rice?ref=ADAOBI12`,
    ),
  );
});
