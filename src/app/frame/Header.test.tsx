import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../tests/support/cart-samples.ts';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  type ScriptedApiRoutes,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../tests/support/screen-alone.tsx';
import { cartQueryKeys } from '../../lib/query/cart-keys.ts';
import { createQueryClient } from '../data/query-client.ts';
import { Header } from './Header.tsx';
import { HeaderCartLink } from './HeaderCartLink.tsx';
import { HeaderNotificationBell } from './HeaderNotificationBell.tsx';

beforeEach(() => {
  signInWithoutApp();
  startOutboxWithoutApp();
});

afterEach(() => vi.restoreAllMocks());

function open(script: ScriptedApiRoutes) {
  const sent = installScriptedApi(script);
  renderScreenWithoutApp(
    <>
      <HeaderCartLink />
      <HeaderNotificationBell />
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
    'GET /api/cart': () => ({ json: createSampleCart([createSampleCartItem('Rice', 3, 1_000)]) }),
    'GET /api/notifications/unread-count': () => ({ json: { success: true, data: { unreadCount: 1 } } }),
  });
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined();
});

test('the logo leads home, under the name of the shop where it is known', () => {
  installScriptedApi({});
  const { unmount } = renderScreenWithoutApp(<Header />);
  expect(screen.getByRole('link', { name: 'Ajora, home' }).getAttribute('href')).toBe('/');
  unmount();
  renderScreenWithoutApp(<Header />, { shop: null });
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('a figure that cannot be drawn takes nothing else away', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  installScriptedApi({});
  const queryClient = createQueryClient();
  queryClient.setQueryData(cartQueryKeys.cart(sampleUser.id), { items: null });
  renderScreenWithoutApp(<Header />, { queryClient });
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Menu' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Cart' })).toBeDefined();
});
