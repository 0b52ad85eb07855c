import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { useRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { useProductGridScrollPosition } from './use-grid-position.ts';

const rice = { slug: 'rice' } as Product;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.setItem('homePlace', JSON.stringify({ order: ['rice'], href: '/product/rice', topPx: 40 }));
  const reload: Partial<PerformanceNavigationTiming> = { type: 'reload' };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload as PerformanceNavigationTiming]);
  vi.spyOn(globalThis, 'scrollBy').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

function Grid({ products, query = '' }: { products: Product[]; query?: string }) {
  const grid = useRef<HTMLUListElement>(null);
  useProductGridScrollPosition(grid, products, query, () => true);
  return (
    <ul ref={grid}>
      {products.map(({ slug }) => (
        <li key={slug}>
          <a href={`/product/${slug}`}>{slug}</a>
        </li>
      ))}
    </ul>
  );
}

test('after a reload the card stands where it stood, also while the page settles for three frames', () => {
  const draw = (products: Product[]) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Grid products={products} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(draw([]));
  expect(scrollBy).not.toHaveBeenCalled();
  rerender(draw([rice]));
  vi.advanceTimersByTime(1_000);
  expect(vi.mocked(scrollBy).mock.calls).toEqual([0, 1, 2, 3].map(() => [0, -40]));
});

test('the place in the whole list is none in what a search found', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Grid products={[rice]} query="?q=rice" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  vi.advanceTimersByTime(1_000);
  expect(scrollBy).not.toHaveBeenCalled();
});
