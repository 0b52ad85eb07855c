import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { ProductGrid } from './ProductGrid.tsx';
import { productKeys } from './product-keys.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function product(title: string): Product {
  return {
    _id: title,
    title,
    slug: title.toLowerCase(),
    images: [],
    pictures: [],
    price: 100,
    group: { groupId: null },
  } as unknown as Product;
}

function page(...titles: string[]): ProductsReply {
  return {
    data: titles.map(product),
    pagination: { page: 1, hasMore: false },
  } as unknown as ProductsReply;
}

function show(reply?: ProductsReply, updatedAt = Date.now()): void {
  const queryClient = new QueryClient();
  if (reply) queryClient.setQueryData(productKeys.list, { pages: [reply], pageParams: [1] }, { updatedAt });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ProductGrid />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('the search looks at titles, 300 ms after the last letter', () => {
  show(page('Rice', 'Palm Oil', 'Rice Flour'));
  expect(screen.getByRole('region', { name: 'Group deals' })).toBeDefined();
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'rice' } });
  pass(299);
  expect(titles()).toHaveLength(3);
  pass(1);
  expect(titles()).toEqual(['Rice', 'Rice Flour']);
});

test('a spinner shows while loading, and after 10 s a way to try again', () => {
  show();
  expect(screen.getByRole('status', { name: 'Loading products' })).toBeDefined();
  pass(9_999);
  expect(screen.queryByText('Still loading. Check your connection.')).toBeNull();
  pass(1);
  expect(screen.getByText('Still loading. Check your connection.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});

test('an empty shop says so', () => {
  show(page());
  expect(screen.getByText('No products yet')).toBeDefined();
});

test('a search that finds nothing says so', () => {
  show(page('Rice'));
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'tractor' } });
  pass(300);
  expect(screen.getByText('No products found')).toBeDefined();
});

/** Offline, with the first of two batches on the phone. */
async function showFirstBatchOffline(): Promise<void> {
  onlineManager.setOnline(false);
  const reply = page('Rice', 'Palm Oil');
  show({ ...reply, pagination: { ...reply.pagination, hasMore: true } }, 1);
  await act(() => vi.advanceTimersByTimeAsync(10));
}

test('offline a search says that it knows only what is saved', async () => {
  await showFirstBatchOffline();
  const words = 'Only the deals saved on your phone were searched. The others come when the network is back.';
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'rice' } });
  await act(() => vi.advanceTimersByTimeAsync(310));
  expect(titles()).toEqual(['Rice']);
  expect(screen.getByText(words)).toBeDefined();
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'diapers' } });
  await act(() => vi.advanceTimersByTimeAsync(310));
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.queryByText('No products found')).toBeNull();
  onlineManager.setOnline(true);
});

test('offline the list says that there are more deals than it has', async () => {
  await showFirstBatchOffline();
  expect(titles()).toHaveLength(2);
  expect(screen.getByText('More deals come when the network is back.')).toBeDefined();
  onlineManager.setOnline(true);
});
