import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleCart, sampleLine } from '../../tests/support/cart-samples.ts';
import {
  type ApiScript,
  ada,
  scriptApi,
  showAlone,
  signInAlone,
  startOutboxAlone,
} from '../../tests/support/screen-alone.tsx';
import { cartKeys } from '../lib/cart-keys.ts';
import { Header } from './Header.tsx';
import { HeaderBell } from './HeaderBell.tsx';
import { HeaderCart } from './HeaderCart.tsx';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  signInAlone();
  startOutboxAlone();
});

afterEach(() => vi.restoreAllMocks());

function open(script: ApiScript) {
  const sent = scriptApi(script);
  showAlone(
    <>
      <HeaderCart />
      <HeaderBell />
    </>,
  );
  return sent;
}

test('until an answer comes bell and cart count nothing, from the first picture on', async () => {
  const sent = open({});
  expect(screen.getByRole('link', { name: 'Cart' }).textContent).toBe('');
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('');
  const paths = ['/api/cart', '/api/notifications/unread-count'];
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(paths)));
  expect(screen.getByRole('link', { name: 'Cart' }).textContent).toBe('');
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('');
});

test('one line in the cart and one unread notification are counted', async () => {
  open({
    'GET /api/cart': () => ({ json: sampleCart([sampleLine('Rice', 3, 1_000)]) }),
    'GET /api/notifications/unread-count': () => ({ json: { success: true, data: { unreadCount: 1 } } }),
  });
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined();
});

test('the logo leads home, under the name of the shop where it is known', () => {
  scriptApi({});
  const { unmount } = showAlone(<Header />);
  expect(screen.getByRole('link', { name: 'Ajora, home' }).getAttribute('href')).toBe('/');
  unmount();
  showAlone(<Header />, { shop: null });
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('a figure that cannot be drawn takes nothing else away', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  scriptApi({});
  const queryClient = createQueryClient();
  queryClient.setQueryData(cartKeys.cart(ada.id), { items: null });
  showAlone(<Header />, { queryClient });
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Menu' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Cart' })).toBeDefined();
});
