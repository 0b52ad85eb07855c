import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Product } from '#contract/schemas/product.ts';
import { ProductDescription } from './ProductDescription.tsx';

const show = (specifications: Record<string, string>) =>
  render(
    <ProductDescription product={{ description: 'Long grains.', specifications } as unknown as Product} />,
  );

test('the description stands under a tab on wide screens and under a heading on phones', () => {
  show({ Weight: '50 kg', Origin: 'Kebbi' });
  expect(screen.getByRole('region', { name: 'Description' })).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Description', selected: true })).toBeDefined();
  expect(screen.getByRole('heading', { level: 2, name: 'Description' })).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: 'Description' }).textContent).toContain('Long grains.');
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Weight', 'Origin']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['50 kg', 'Kebbi']);
});

test('a single specification is listed', () => {
  show({ Origin: 'Kebbi' });
  expect(screen.getByRole('term').textContent).toBe('Origin');
});

test('without specifications there is no empty list', () => {
  show({});
  expect(screen.queryByRole('term')).toBeNull();
});
