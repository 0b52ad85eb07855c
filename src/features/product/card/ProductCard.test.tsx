import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { ProductCard } from './ProductCard.tsx';

const rice = {
  _id: 'p',
  title: 'Local Parboiled Rice (50 kg)',
  slug: 'rice',
  images: ['/rice.webp'],
  pictures: [],
  price: 51_500,
  basePrice: 64_000,
  minPrice: 5_400,
  maxPrice: 51_500,
  minBasePrice: 7_000,
  maxBasePrice: 64_000,
  group: { groupId: 'g', progressPercentage: 76 },
} as unknown as Product;

function show(changes: object = {}, timeLeft: string | null = null) {
  render(
    <MemoryRouter>
      <ProductCard product={{ ...rice, ...changes } as Product} timeLeft={timeLeft} />
    </MemoryRouter>,
  );
  return screen.getByRole('link');
}

const noRange = { minPrice: 0, maxPrice: 0, minBasePrice: 0, maxBasePrice: 0 };

test('a card shows the saving, the range and the struck base range, and leads to the product', () => {
  const card = show();
  expect(card.getAttribute('href')).toBe('/product/rice');
  expect(card.textContent).toContain('SAVE 20%');
  expect(card.textContent).toContain('from as low as₦5,400 - ₦51,500');
  expect(card.querySelector('s')?.textContent).toBe('Standard price ₦7,000 - ₦64,000');
  expect(card.textContent).toContain('76% joined');
  expect(screen.getByRole('progressbar', { name: '76% of the group joined' })).toBeDefined();
});

test('without a range the single price is shown, the base price struck if larger', () => {
  const card = show(noRange);
  expect(card.textContent).toContain('Group price₦51,500');
  expect(card.querySelector('s')?.textContent).toBe('Standard price ₦64,000');
});

test('the smallest prices and the smallest saving are shown too', () => {
  const card = show({ ...noRange, price: 99, basePrice: 100 });
  expect(card.textContent).toContain('SAVE 1%');
  cleanup();
  expect(show({ minBasePrice: 1, maxBasePrice: 1 }).querySelector('s')?.textContent).toBe(
    'Standard price ₦1',
  );
});

test('a base price that is not larger is not struck, and nothing is saved', () => {
  const card = show({ ...noRange, basePrice: 51_500 });
  expect(card.querySelector('s')).toBeNull();
  expect(card.textContent).not.toContain('SAVE');
});

test('a product without title and price says so', () => {
  const card = show({ ...noRange, title: '', price: 0 });
  expect(card.textContent).toContain('Untitled Product');
  expect(card.textContent).toContain('Price not available');
});

test.each([
  [79, '79% joined'],
  [80, 'Almost full'],
  [100, 'Completed!'],
])('at %i percent it says %s', (progressPercentage, words) => {
  expect(show({ group: { groupId: 'g', progressPercentage } }).textContent).toContain(words);
});

test('an open group says until when, and a full one does not', () => {
  expect(show({}, '5 hours left').textContent).toContain('76% joined5 hours left');
  cleanup();
  const full = { group: { groupId: 'g', progressPercentage: 100 } };
  expect(show(full, '5 hours left').textContent).not.toContain('left');
});

test('where no progress is known there is no meter', () => {
  show({ group: { groupId: null, progressPercentage: 0 } });
  expect(screen.queryByRole('progressbar')).toBeNull();
});
