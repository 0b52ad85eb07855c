import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/auth.ts';
import type { Product } from '#contract/schemas/product.ts';
import { TestAppServicesProvider } from '../../../../tests/support/own-app.tsx';
import { endSession, startSession } from '../../../lib/session/session.ts';
import { PurchasePanel } from './PurchasePanel.tsx';

const bag = {
  name: 'bag',
  displayName: 'Full bag, 50 kg',
  baseUnitQuantity: 50,
  priceType: 'calculated',
  customPrice: null,
  calculatedPrice: 51_500,
  basePrice: 64_000,
  isActive: true,
};
const share = {
  ...bag,
  name: 'share',
  displayName: '5 kg share',
  baseUnitQuantity: 5,
  calculatedPrice: 5_150,
};

const rice = {
  _id: 'p',
  slug: 'rice',
  price: 51_500,
  basePrice: 64_000,
  sellingUnitsData: { enabled: true, baseUnitName: 'kg', options: [bag, share] },
} as unknown as Product;

afterEach(() => {
  sessionStorage.clear();
  endSession('signed-out');
  vi.useRealTimers();
});

function show(product: Product = rice, isAdding = false) {
  const onAdd = vi.fn();
  view = render(
    <MemoryRouter>
      <PurchasePanel product={product} progress={null} onAdd={onAdd} isAdding={isAdding} windowHours={48} />
    </MemoryRouter>,
    { wrapper: TestAppServicesProvider },
  );
  return onAdd;
}
let view: ReturnType<typeof render>;

function signIn(): void {
  startSession('t', { id: 'ada', name: 'Ada' } as User);
}

const addButton = () => screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement;

test('a visitor is led to sign in, and back to this product', () => {
  show();
  for (const link of screen.getAllByRole('link', { name: 'Login to join Group Buy!' })) {
    expect(link.getAttribute('href')).toBe('/signin?listing_url=rice');
  }
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

test('without a unit nothing is added: the choice is asked for, for 3 s, and gets the focus', () => {
  vi.useFakeTimers();
  signIn();
  const onAdd = show();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(addButton());
  expect(onAdd).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('Please select a selling unit');
  expect(document.activeElement).toBe(screen.getByLabelText('Selling unit'));
  act(() => void vi.advanceTimersByTime(2_999));
  expect(screen.queryByRole('alert')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the chosen unit and the quantity are added, and the bar shows price times quantity', () => {
  signIn();
  const onAdd = show();
  expect(screen.getByText('Full refund if the group does not fill in 48 hours.')).toBeDefined();
  expect(screen.getByText('Group price, full bag')).toBeDefined();
  expect(screen.getByText('You save ₦12,500')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Selling unit'), { target: { value: 'share' } });
  expect(screen.getByText('Group price, 5 kg share')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(screen.getByText('₦10,300')).toBeDefined();
  expect(screen.getByText('Your order counts 10 kg in the group.')).toBeDefined();
  fireEvent.click(addButton());
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(share, 2);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the most that one person can have is said before paying', () => {
  show();
  expect(screen.queryByText(/One person can have/)).toBeNull();
  view.unmount();
  show({ ...rice, maxUnitsPerPerson: 50 });
  expect(screen.getByText('One person can have at most 50 kg in a group.')).toBeDefined();
});

test('before a unit is chosen the bar promises only the cheapest price', () => {
  show();
  const bar = document.querySelector('[data-buybar]');
  expect(bar?.textContent).toMatch(/^from₦5,150/);
  expect(bar?.querySelector('s')).toBeNull();
  fireEvent.change(screen.getByLabelText('Selling unit'), { target: { value: 'bag' } });
  expect(bar?.textContent).toMatch(/^₦51,500/);
  expect(bar?.querySelector('s')?.textContent).toBe('Standard price ₦64,000');
});

test('the quantity starts at 1 and minus is off there', () => {
  show();
  const less = screen.getByRole('button', { name: 'Decrease quantity' });
  expect((less as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect((less as HTMLButtonElement).disabled).toBe(false);
});

test('the choice begins with a disabled placeholder and is required', () => {
  show();
  const select = screen.getByLabelText('Selling unit') as HTMLSelectElement;
  expect(select.required).toBe(true);
  expect(select.options[0]?.textContent).toBe('Select an option');
  expect(select.options[0]?.disabled).toBe(true);
  expect(select.options[1]?.textContent).toBe('Full bag, 50 kg · ₦51,500');
});

test('a product without selling units is added as it is', () => {
  signIn();
  const onAdd = show({ ...rice, sellingUnitsData: { enabled: false, baseUnitName: '', options: [] } });
  fireEvent.click(addButton());
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(null, 1);
});

test('a product with a single unit asks for it too', () => {
  signIn();
  const single = { ...rice.sellingUnitsData, options: [bag] };
  const onAdd = show({ ...rice, sellingUnitsData: single } as Product);
  fireEvent.click(addButton());
  expect(onAdd).not.toHaveBeenCalled();
  expect(screen.getAllByText('Please select a selling unit').length).toBeGreaterThan(0);
});

test('while the product is being added each button says so', () => {
  signIn();
  show(rice, true);
  expect(screen.getAllByRole('button', { name: 'Adding...' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
});

/** A visitor chooses the share unit and two of it, and goes to sign in. */
function leaveToSignIn(): void {
  show();
  fireEvent.change(screen.getByLabelText('Selling unit'), { target: { value: 'share' } });
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  fireEvent.click(screen.getAllByRole('link', { name: 'Login to join Group Buy!' })[0] as HTMLElement);
  view.unmount();
  signIn();
}

test('who was sent to sign in finds unit and quantity as they had chosen them, once', () => {
  leaveToSignIn();
  const onAdd = show();
  fireEvent.click(addButton());
  expect(onAdd).toHaveBeenCalledExactlyOnceWith(share, 2);
  view.unmount();
  show();
  expect((screen.getByLabelText('Selling unit') as HTMLSelectElement).value).toBe('');
});

test('what was chosen of one product is not chosen of another', () => {
  leaveToSignIn();
  show({ ...rice, slug: 'beans' });
  expect((screen.getByLabelText('Selling unit') as HTMLSelectElement).value).toBe('');
});

test.each([
  ['unreadable', '{'],
  ['of an impossible quantity', JSON.stringify({ slug: 'rice', unitName: 'share', quantity: 1_000_000 })],
  ['of a unit that is no more', JSON.stringify({ slug: 'rice', unitName: 'crate', quantity: 2 })],
])('a kept choice that is %s chooses nothing', (_, kept) => {
  sessionStorage.setItem('chosen', kept);
  show();
  expect((screen.getByLabelText('Selling unit') as HTMLSelectElement).value).toBe('');
  expect(screen.getByText('Group price, full bag')).toBeDefined();
});

test('a product without a price says so, and promises no saving', () => {
  signIn();
  show({ ...rice, price: 0, sellingUnitsData: { ...rice.sellingUnitsData, enabled: false } });
  expect(screen.getByText('Price not available')).toBeDefined();
  expect(view.container.textContent).not.toMatch(/You save|₦0/);
  expect(view.container.querySelector('s')).toBeNull();
});
