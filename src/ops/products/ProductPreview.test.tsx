import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { ProductCardPreview } from './ProductForm.tsx';
import { EMPTY_PRODUCT_DRAFT } from './product-draft.ts';

const unit = (key: string, quantity: string, basePrice: string, isActive = true) => ({
  ...{ key, name: key, displayName: key, baseUnitQuantity: quantity, customPrice: '', basePrice, isActive },
});
const oil = {
  ...{
    ...EMPTY_PRODUCT_DRAFT,
    title: 'Palm oil',
    price: '45,000',
    basePrice: '58,000',
    baseUnitName: 'litre',
  },
  units: [unit('keg', '25', '58000'), unit('bottle', '1', '2500'), unit('drum', '20', '90000', false)],
};

const show = (draft: typeof oil) =>
  render(<ProductCardPreview draft={draft} />, { wrapper: MemoryRouter }).container;

test("the preview is the shop's card: saving, range and struck range of the units on sale", () => {
  const card = show(oil);
  expect(card.querySelector('h3')?.textContent).toBe('Palm oil');
  expect(card.textContent).toContain('SAVE 22%');
  expect(card.textContent).toContain('from as low as₦1,800 - ₦45,000');
  expect(card.querySelector('s')?.textContent).toBe('Standard price ₦2,500 - ₦58,000');
});

test('without units it has the one price, and before there is any it says so, with the basket for a picture', async () => {
  expect(show({ ...oil, units: [] }).textContent).toContain('Group price₦45,000');
  const empty = show({ ...EMPTY_PRODUCT_DRAFT, units: [] } as unknown as typeof oil);
  expect(empty.textContent).toContain('Untitled ProductPrice not available');
  await waitFor(() => expect(empty.querySelector('svg')).not.toBeNull());
});

test('nobody leaves the form by it', () => {
  show(oil);
  expect(screen.getByRole('link', { hidden: true }).closest('[inert]')).not.toBeNull();
});
