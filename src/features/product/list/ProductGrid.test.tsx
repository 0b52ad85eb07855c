import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import { startCountingRenders } from '../../../../tests/support/count-renders.ts';
import { productQueryKeys } from '../data/product-keys.ts';
import { ProductGrid } from './ProductGrid.tsx';

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
    category: '',
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
    pagination: { page: 1, total: titles.length, hasMore: false },
  } as unknown as ProductsReply;
}

function show(reply?: ProductsReply, updatedAt = Date.now(), address = '/'): void {
  const queryClient = new QueryClient();
  if (reply)
    queryClient.setQueryData(productQueryKeys.list, { pages: [reply], pageParams: [1] }, { updatedAt });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ProductGrid />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
/** Waits for the search code, which is loaded with the first letter. */
const findCode = () => act(() => vi.dynamicImportSettled());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('the search looks at what the phone has, 300 ms after the last letter', async () => {
  show(page('Rice', 'Palm Oil', 'Rice Flour'));
  expect(screen.getByRole('region', { name: 'Group deals' })).toBeDefined();
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value: 'rice' } });
  await findCode();
  pass(299);
  expect(titles()).toHaveLength(3);
  pass(1);
  expect(titles()).toEqual(['Rice', 'Rice Flour']);
});

test('a search can be cleared', async () => {
  show(page('Rice', 'Palm Oil'));
  expect(screen.queryByRole('link', { name: 'Clear search' })).toBeNull();
  type('rice');
  await findCode();
  pass(300);
  fireEvent.click(screen.getByRole('link', { name: 'Clear search' }));
  expect(titles()).toEqual(['Rice', 'Palm Oil']);
  const field = screen.getByPlaceholderText<HTMLInputElement>('Search products...');
  expect([field.value, document.activeElement]).toEqual(['', field]);
  expect(screen.queryByRole('link', { name: 'Clear search' })).toBeNull();
});

test('under a finger the search field goes below the header, so that a keyboard covers no result', () => {
  const scrolled = vi.fn();
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
  Element.prototype.scrollIntoView = scrolled;
  show(page('Rice'));
  const field = screen.getByPlaceholderText('Search products...');
  fireEvent.focus(field);
  expect(scrolled.mock.contexts).toEqual([field.closest('form')]);
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

test('a letter in the search field draws no card again, nor does what it finds', async () => {
  const renders = startCountingRenders();
  show(page('Rice', 'Palm Oil', 'Rice Flour'));
  const atFirst = renders('ProductCard');
  expect(atFirst).toBeGreaterThanOrEqual(3);
  const fields = renders('SearchField');
  for (const value of ['r', 'ri', 'ric']) type(value);
  expect(renders('SearchField')).toBe(fields + 3);
  await findCode();
  pass(300);
  expect(titles()).toEqual(['Rice', 'Rice Flour']);
  expect(renders('ProductCard')).toBe(atFirst);
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

/** Sets the shop's answer to searches and categories. @returns the addresses that were asked. */
function answer(reply: ProductsReply | number): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, location.origin).search);
    return typeof reply === 'number'
      ? new Response('{}', { status: reply })
      : new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } });
  });
  return asked;
}
const type = (value: string) =>
  fireEvent.change(screen.getByPlaceholderText('Search products...'), { target: { value } });
const passAsync = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a search asks the shop, in its order, for what the phone cannot know', async () => {
  const asked = answer(page('Honey Beans', 'Beans'));
  show(page('Beans', 'Rice'));
  type(' ewa');
  await passAsync(310);
  await passAsync(10);
  expect(asked).toEqual(['?page=1&limit=24&q=ewa']);
  expect(titles()).toEqual(['Honey Beans', 'Beans']);
});

test('a search that finds nothing says so once the shop has said it, and leads on to all deals', async () => {
  answer(page());
  show(page('Rice'));
  type('tractor');
  pass(300);
  expect(screen.getByRole('status', { name: 'Loading products' })).toBeDefined();
  expect(screen.queryByText('No products found')).toBeNull();
  await passAsync(10);
  expect(screen.getByText('No products found')).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: 'See all deals' }));
  expect(titles()).toEqual(['Rice']);
});

test('an open group says how long it still runs by the server’s clock, minute by minute', () => {
  const reply = page('Rice');
  const serverTime = '2026-11-20T10:00:00.000Z';
  const deadline = '2026-11-20T12:00:30.000Z';
  const group = { groupId: 'g', progressPercentage: 40, deadline } as Product['group'];
  show({ ...reply, serverTime, data: [{ ...product('Rice'), group }] }, Date.now() - 60_000);
  expect(screen.getByText('1 hour left')).toBeDefined();
  pass(60 * 60_000);
  expect(screen.getByText('59 min left')).toBeDefined();
  pass(60 * 60_000);
  expect(screen.queryByText(/left$/)).toBeNull();
});

test('while the shop is asked, what the phone has is shown, and after 10 s why there is no more', async () => {
  show(page('Rice', 'Oil'));
  type('rice');
  await findCode();
  pass(300);
  expect(titles()).toEqual(['Rice']);
  expect(screen.getByRole('status', { name: 'Loading more products' })).toBeDefined();
  pass(10_000);
  expect(screen.getByText('Still loading. Check your connection.')).toBeDefined();
});

test('a search that the shop fails says so after four tries, and can be tried again', async () => {
  const asked = answer(500);
  show(page('Rice', 'Oil'));
  type('rice');
  for (let second = 0; second < 20; second += 1) await passAsync(1_000);
  expect(asked).toHaveLength(4);
  expect(titles()).toEqual(['Rice']);
  expect(screen.getByText('More products could not be loaded.')).toBeDefined();
  answer(page('Rice'));
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await passAsync(10);
  expect(screen.queryByText('More products could not be loaded.')).toBeNull();
});

test('categories are chips; each is an address, which keeps what is searched for', async () => {
  const asked = answer(page('Palm Oil'));
  show({ ...page('Rice', 'Palm Oil'), categories: ['Grains', 'Oils'] });
  const chips = screen.getByRole('navigation', { name: 'Categories' });
  const chip = (name: string) => within(chips).getByRole('link', { name });
  expect(
    within(chips)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['All', 'Closing soon', 'Almost full', 'Grains', 'Oils']);
  expect(chip('All').getAttribute('aria-current')).toBe('true');
  fireEvent.click(chip('Oils'));
  await passAsync(10);
  expect(asked).toEqual(['?page=1&limit=24&category=Oils']);
  expect(chip('Oils').getAttribute('aria-current')).toBe('true');
  expect(chip('All').hasAttribute('aria-current')).toBe(false);
  type('palm');
  await passAsync(310);
  expect(asked.at(-1)).toBe('?page=1&limit=24&q=palm&category=Oils');
  expect(chip('Grains').getAttribute('href')).toBe('/?q=palm&category=Grains#deals');
});

test('an address with a search shows it, also for a category that is gone', async () => {
  const asked = answer({ ...page('Rice'), categories: ['Grains'] });
  show(undefined, 0, '/?q=rice&category=Gone');
  await passAsync(10);
  expect(asked).toEqual(['?page=1&limit=24&q=rice&category=Gone']);
  expect(screen.getByPlaceholderText<HTMLInputElement>('Search products...').value).toBe('rice');
  expect(screen.getByRole('link', { name: 'Gone' }).getAttribute('aria-current')).toBe('true');
});

/** Shows the list offline, with the first of two pages on the phone. */
async function showFirstBatchOffline(): Promise<void> {
  onlineManager.setOnline(false);
  const reply = page('Rice', 'Palm Oil');
  show({ ...reply, pagination: { ...reply.pagination, hasMore: true } }, 1);
  await act(() => vi.advanceTimersByTimeAsync(10));
}

test('offline a search says that it knows only what is saved', async () => {
  await showFirstBatchOffline();
  const words = 'Only the deals saved on your phone were searched. The others load when you are back online.';
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

test('offline a category says that it knows only what is saved', async () => {
  onlineManager.setOnline(false);
  show({ ...page('Rice', 'Palm Oil'), categories: ['Oils'] }, 1, '/?category=Oils');
  await passAsync(10);
  expect(
    screen.getByText(
      'Only the deals saved on your phone are shown. The others load when you are back online.',
    ),
  ).toBeDefined();
  expect(screen.queryByText('No products found')).toBeNull();
  expect(screen.queryByRole('status', { name: 'Loading products' })).toBeNull();
  onlineManager.setOnline(true);
});

test('offline the list says that there are more deals than it has', async () => {
  await showFirstBatchOffline();
  expect(titles()).toHaveLength(2);
  expect(screen.getByText('More deals load when you are back online.')).toBeDefined();
  onlineManager.setOnline(true);
});
