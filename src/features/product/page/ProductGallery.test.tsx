import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { ProductGallery } from './ProductGallery.tsx';

const onShare = vi.fn();
const show = (count: number) => {
  const images = Array.from({ length: count }, (_, index) => `/rice-${index + 1}.webp`);
  const product = { title: 'Rice', images, pictures: [] } as unknown as Product;
  render(<ProductGallery product={product} badge={<b>SAVE 20%</b>} onShare={onShare} />);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.getAllByRole('img')[0]?.getAttribute('alt');

test('the arrows go round, one picture at a time', () => {
  show(4);
  expect(screen.getByRole('region', { name: 'Pictures' }).textContent).toContain('SAVE 20%');
  expect(shown()).toBe('Rice, image 1 of 4');
  press('Next image');
  expect(shown()).toBe('Rice, image 2 of 4');
  press('Previous image');
  press('Previous image');
  expect(shown()).toBe('Rice, image 4 of 4');
  press('Next image');
  expect(shown()).toBe('Rice, image 1 of 4');
});

test('a small picture shows its large one, and says that it does', () => {
  show(3);
  const small = () => screen.getByRole('button', { name: 'Image 3 of 3' });
  expect(small().getAttribute('aria-current')).toBeNull();
  fireEvent.click(small());
  expect(shown()).toBe('Rice, image 3 of 3');
  expect(small().getAttribute('aria-current')).toBe('true');
});

test('two pictures are enough for arrows and small ones; only the first is fetched before the others', () => {
  show(2);
  expect(shown()).toBe('Rice, image 1 of 2');
  expect(screen.getByRole('button', { name: 'Image 2 of 2' })).toBeDefined();
  const hurry = () => screen.getAllByRole('img')[0]?.getAttribute('fetchpriority');
  expect(hurry()).toBe('high');
  press('Next image');
  expect(shown()).toBe('Rice, image 2 of 2');
  expect(hurry()).toBeNull();
});

test('a single picture has neither arrows nor small ones, but can be shared', () => {
  show(1);
  expect(shown()).toBe('Rice');
  expect(screen.getAllByRole('button')).toHaveLength(1);
  press('Share');
  expect(onShare).toHaveBeenCalledOnce();
});
