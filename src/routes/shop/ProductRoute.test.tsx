import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  signInWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { productQueryKeys } from '../../features/product/data/product-keys.ts';
import ProductRoute from './ProductRoute.tsx';

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

beforeEach(() => signInWithoutApp());
afterEach(() => vi.restoreAllMocks());

function openProduct(product: Product = rice, shop?: null) {
  installScriptedApi({ 'GET /api/products/slug/rice': () => ({ json: { success: true, data: product } }) });
  return renderScreenWithoutApp(<ProductRoute />, {
    at: '/product/rice',
    route: '/product/:slug',
    ...(shop === null && { shop }),
  });
}

test('a product without a title has one all the same, also for who gets its link', async () => {
  const toasts = recordToastRequests();
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

test('a link that cannot be shared or copied is shown, selected', async () => {
  recordToastRequests();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  openProduct();
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Please copy it by hand');
  expect(screen.getByRole('dialog', { name: 'We could not share or copy it' })).toBeDefined();
  expect(field.value).toBe('https://shop.example/product/rice?ref=ADAOBI12');
  expect(document.activeElement).toBe(field);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
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
  recordToastRequests();
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

/** Makes a phone that has opened the home page with rice on it. */
function openListed(script: ScriptedApiRoutes, ageMs = 0, isCard = false) {
  const queryClient = createQueryClient();
  const group = { ...rice.group, groupId: 'g', progressPercentage: 76, spotsRemaining: 120 };
  const deadline = '2026-11-22T09:00:00.000Z';
  const page = {
    success: true,
    data: [
      {
        ...rice,
        title: 'Local Rice',
        group: { ...group, deadline },
        ...(isCard && { isCard, pictureCount: 2, minPrice: 5_400, maxPrice: 51_500 }),
      },
    ],
    pagination: { page: 1, limit: 24, total: 1, pages: 1, hasMore: false },
    serverTime: '2026-11-20T10:00:00.000Z',
  };
  const updatedAt = Date.now() - ageMs;
  queryClient.setQueryData(productQueryKeys.list, { pages: [page], pageParams: [1] }, { updatedAt });
  installScriptedApi(script);
  const shown = renderScreenWithoutApp(<ProductRoute />, {
    at: '/product/rice',
    route: '/product/:slug',
    queryClient,
  });
  return { ...shown, queryClient };
}
const never = () => new Promise<never>(() => undefined);

test('a product of the list is there with the tap: name, price and group, before any answer', () => {
  openListed({
    'GET /api/products/slug/rice': never,
    'GET /api/group/progress/rice': never,
  });
  expect(screen.getByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
  expect(screen.getAllByText('₦51,500').length).toBeGreaterThan(0);
  const group = within(screen.getByRole('region', { name: 'Group progress' }));
  expect(group.getByText('76% joined')).toBeDefined();
  expect(group.getByRole('timer').textContent).toMatch(/^01days:(23hrs:00min:00sec|22hrs:59min)/);
  expect(screen.getAllByRole('button', { name: 'Add to cart' }).length).toBeGreaterThan(0);
});

test('the group stands as soon as the product does, so that nothing moves under a finger when its progress comes', async () => {
  const group = { ...rice.group, groupId: 'g', progressPercentage: 76, spotsRemaining: 120 };
  const data = { ...rice, group: { ...group, deadline: '2026-11-22T09:00:00.000Z' } };
  installScriptedApi({
    'GET /api/products/slug/rice': () => ({
      json: { success: true, data, serverTime: '2026-11-20T10:00:00.000Z' },
    }),
    'GET /api/group/progress/rice': never,
  });
  renderScreenWithoutApp(<ProductRoute />, { at: '/product/rice', route: '/product/:slug' });
  const box = within(await screen.findByRole('region', { name: 'Group progress' }));
  expect(box.getByText('76% joined')).toBeDefined();
  expect(box.getByRole('timer').textContent).toMatch(/^01days:(23hrs:00min:00sec|22hrs:59min)/);
});

test('of the product’s own answer and the list the younger one says how full the group is', async () => {
  const group = { ...rice.group, groupId: 'g', progressPercentage: 10, spotsRemaining: 450 };
  const { queryClient } = openListed({
    'GET /api/products/slug/rice': never,
    'GET /api/group/progress/rice': never,
  });
  const answer = { ...rice, group, serverTime: '2026-11-20T09:00:00.000Z' };
  const tell = async (title: string, updatedAt: number) => {
    queryClient.setQueryData(productQueryKeys.bySlug('rice'), { ...answer, title }, { updatedAt });
    await screen.findByRole('heading', { level: 1, name: title });
    return within(screen.getByRole('region', { name: 'Group progress' }));
  };
  const older = await tell('Rice of an hour ago', Date.now() - 3_600_000);
  expect(older.getByText('76% joined')).toBeDefined();
  const younger = await tell('Rice of now', Date.now() + 1_000);
  expect(younger.getByText('10% joined')).toBeDefined();
});

test('a list that is old fills the page at once, and the answer takes its place', async () => {
  openListed(
    {
      'GET /api/products/slug/rice': () => ({
        json: { success: true, data: { ...rice, title: 'New Rice' } },
      }),
    },
    120_000,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
  expect(await screen.findByRole('heading', { level: 1, name: 'New Rice' })).toBeDefined();
});

test('a listed product that the shop has no more is told as gone, one that a proxy hides is not', async () => {
  const { unmount } = openListed(
    { 'GET /api/products/slug/rice': () => ({ status: 404, json: {} }) },
    120_000,
  );
  await act(async () => undefined);
  expect(screen.getByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
  unmount();
  openListed(
    { 'GET /api/products/slug/rice': () => createScriptedRefusal(404, 'Product not found', 'not_found') },
    120_000,
  );
  expect(await screen.findByText('Product not found')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Local Rice' })).toBeNull();
});

test('of a card the page shows what the card knew, and the choice when the product has come', async () => {
  let answer: (reply: { json: object }) => void = () => {};
  openListed(
    {
      'GET /api/products/slug/rice': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      'GET /api/group/progress/rice': never,
    },
    0,
    true,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
  expect(screen.getByText('₦5,400')).toBeDefined();
  expect(
    within(screen.getByRole('region', { name: 'Group progress' })).getByText('76% joined'),
  ).toBeDefined();
  expect(screen.getByRole('status', { name: 'Loading product' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
  answer({ json: { success: true, data: { ...rice, title: 'Local Rice' } } });
  expect((await screen.findAllByRole('button', { name: 'Add to cart' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('status', { name: 'Loading product' })).toBeNull();
});

test('of a card without a line the page says that the rest is not on the phone', async () => {
  onlineManager.setOnline(false);
  openListed({ 'GET /api/products/slug/rice': () => ({ json: { success: true, data: rice } }) }, 0, true);
  expect(screen.getByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
  expect(screen.getByText('Not saved on your phone yet. It loads when you are back online.')).toBeDefined();
  onlineManager.setOnline(true);
  expect((await screen.findAllByRole('button', { name: 'Add to cart' })).length).toBeGreaterThan(0);
});

test('offline a product that is on no list says that it is not on the phone', async () => {
  onlineManager.setOnline(false);
  openProduct({ ...rice, title: 'Local Rice' });
  expect(screen.getByRole('heading', { level: 1, name: "You're offline" })).toBeDefined();
  expect(screen.getByText(/^This page was not saved on your phone yet/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  onlineManager.setOnline(true);
  expect(await screen.findByRole('heading', { level: 1, name: 'Local Rice' })).toBeDefined();
});

const GROUP = '6f0c1c1e-0000-4000-8000-000000000002';
const openGroup = {
  progressPercentage: 90,
  timeRemaining: 3_600_000,
  spotsRemaining: 50,
  groupId: GROUP,
  status: 'active',
  unitsSold: 450,
  minimumViableUnits: 500,
  participantCount: 12,
  lastJoinedAt: '2026-11-20T09:00:00.000Z',
  memberInitials: ['AO'],
  deadline: '2026-11-22T09:00:00.000Z',
  serverTime: '2026-11-20T10:00:00.000Z',
};

test('an open group can be shared, with what it needs and the promise that nobody in it is invented', async () => {
  recordToastRequests();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  installScriptedApi({
    'GET /api/products/slug/rice': () => ({ json: { success: true, data: { ...rice, title: 'Rice' } } }),
    'GET /api/group/product/rice': () => ({ json: { success: true, data: openGroup } }),
  });
  renderScreenWithoutApp(<ProductRoute />, { at: '/product/rice', route: '/product/:slug' });
  const invite = within(await screen.findByRole('group', { name: 'Invite to the group for Rice' }));
  expect(screen.getByText('This group needs 50 items more.')).toBeDefined();
  expect(screen.getByText('Only paid units count. We never invent a member.')).toBeDefined();
  const link = `https://shop.example/product/rice?ref=ADAOBI12&group=${GROUP}`;
  await userEvent.click(invite.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(link);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(write).toHaveBeenLastCalledWith(`Join the group buy for Rice. ${link}`));
});

test('who opened a shared link is told whose group it is, by the code that the phone has kept', async () => {
  localStorage.setItem('refCode', JSON.stringify({ code: 'CHIDI123', storedAtMs: Date.now() }));
  const invitation = { groupId: GROUP, productId: 'rice', status: 'active', sharedBy: 'Chidi' };
  const sent = installScriptedApi({
    'GET /api/products/slug/rice': () => ({ json: { success: true, data: rice } }),
    'GET /api/group/product/rice': () => ({ json: { success: true, data: openGroup } }),
    [`GET /api/group/${GROUP}/invitation`]: () => ({ json: { success: true, data: invitation } }),
  });
  renderScreenWithoutApp(<ProductRoute />, { at: `/product/rice?group=${GROUP}`, route: '/product/:slug' });
  const note = await screen.findByRole('note', { name: 'Invitation' });
  await vi.waitFor(() => expect(note.textContent).toBe("Chidi's group needs 50 items more. Join it here."));
  expect(sent.find(({ path }) => path.endsWith('/invitation'))?.query.get('ref')).toBe('CHIDI123');
  localStorage.removeItem('refCode');
});
