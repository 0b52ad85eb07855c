import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import { outbox, storage, TestAppServicesProvider } from '../../../../tests/support/own-app.tsx';
import {
  createScriptedRefusal,
  installScriptedApi,
  recordToastRequests,
  renderScreenWithoutApp,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { registerCartCommands } from '../data/cart-commands.ts';
import { useCartSavingState } from '../data/use-cart-saving.ts';
import { CartLineList } from './CartLineList.tsx';
import { CartSavingStuckMessage } from './CartSavingStuckMessage.tsx';
import { CheckoutLink } from './CheckoutLink.tsx';

const rice = createSampleCartItem('Local Rice', 1, 25_750);
const oil = createSampleCartItem('Palm Oil', 2, 9_500);

beforeEach(async () => {
  await storage.removeAll('ob|');
  signInWithoutApp();
  startOutboxWithoutApp();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a line bought alone says so, and one that is no longer sold has no quantity', () => {
  renderScreenWithoutApp(
    <CartLineList
      items={[
        { ...rice, variant: 'solo' },
        { ...oil, available: false },
      ]}
    />,
  );
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('Local RiceSolo purchase · ₦25,750');
  expect(second?.textContent).toContain('Palm Oil₦9,500No longer available');
  expect(screen.getAllByRole('button', { name: 'Increase quantity' })).toHaveLength(1);
});

const tapsMore = () => userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));

test('a change that is refused without a message is announced', async () => {
  const toasts = recordToastRequests();
  installScriptedApi({ 'PATCH /api/cart/update-quantity': () => createScriptedRefusal(400, '') });
  const { queryClient } = renderScreenWithoutApp(<CartLineList items={[rice]} />);
  registerCartCommands(outbox, queryClient, () => undefined);
  await tapsMore();
  await vi.waitFor(() =>
    expect(toasts.at(-1)?.message).toBe('The cart could not be changed. Please try again.'),
  );
});

test('on a phone that can keep nothing a change goes through, and only a failure says that nothing is kept', async () => {
  vi.stubGlobal('indexedDB', null);
  vi.stubGlobal('localStorage', null);
  vi.stubGlobal('sessionStorage', null);
  signInWithoutApp();
  const toasts = recordToastRequests();
  let isLost = false;
  const sent = installScriptedApi({
    'PATCH /api/cart/update-quantity': () => (isLost ? 'lost' : { json: createSampleCart([rice]) }),
  });
  const { queryClient } = renderScreenWithoutApp(<CartLineList items={[rice]} />);
  registerCartCommands(outbox, queryClient, () => undefined);
  await tapsMore();
  await vi.waitFor(() => expect(outbox.view.unwritten()).toEqual([]));
  await vi.waitFor(() => expect(outbox.view.waiting()).toEqual([]));
  expect(sent.map(({ body }) => body)).toMatchObject([{ quantity: 2 }]);
  expect(toasts).toEqual([]);
  isLost = true;
  await tapsMore();
  await vi.waitFor(() =>
    expect(toasts.at(-1)?.message).toBe(
      'This change did not reach us, and this phone cannot save it for later. Please check your network and try again.',
    ),
  );
  expect(outbox.view.waiting()).toEqual([]);
});

test('two quick taps count twice, though the first is not on the disk yet', async () => {
  const sent = installScriptedApi({
    'PATCH /api/cart/update-quantity': () => ({ json: createSampleCart([rice]) }),
  });
  const { queryClient } = renderScreenWithoutApp(<CartLineList items={[rice]} />);
  onlineManager.setOnline(false);
  const more = screen.getByRole('button', { name: 'Increase quantity' });
  fireEvent.click(more);
  fireEvent.click(more);
  await vi.waitFor(() =>
    expect(outbox.view.waiting()).toMatchObject([{ type: 'cart.set', body: { quantity: 3 } }]),
  );
  onlineManager.setOnline(true);
  registerCartCommands(outbox, queryClient, () => undefined);
  await vi.waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ quantity: 3 }]));
});

test('a tap on a line that the tap before took away does nothing', async () => {
  onlineManager.setOnline(false);
  renderScreenWithoutApp(<CartLineList items={[rice]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Local Rice' }));
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  await vi.waitFor(() => expect(outbox.view.unwritten()).toEqual([]));
  expect(outbox.view.waiting()).toMatchObject([{ type: 'cart.remove' }]);
  onlineManager.setOnline(true);
});

test('a double tap on Remove leaves the next line, which has moved under the finger; keys remove both', async () => {
  onlineManager.setOnline(false);
  renderScreenWithoutApp(<CartLineList items={[rice, oil]} />);
  const removed = async () => {
    await vi.waitFor(() => expect(outbox.view.unwritten()).toEqual([]));
    return outbox.view.waiting().length;
  };
  const buttons = screen.getAllByRole('button', { name: /^Remove/ });
  for (const button of buttons) fireEvent.click(button, { detail: 1 });
  expect(await removed()).toBe(1);
  for (const button of buttons) fireEvent.click(button, { detail: 0 });
  expect(await removed()).toBe(2);
  onlineManager.setOnline(true);
});

test('a cart that is not saved after ten seconds says so, until it is', () => {
  function Saving({ waiting }: { waiting: number }) {
    return <CartSavingStuckMessage saving={useCartSavingState(waiting)} />;
  }
  vi.useFakeTimers();
  const { rerender } = render(<Saving waiting={1} />, { wrapper: TestAppServicesProvider });
  act(() => void vi.advanceTimersByTime(9_999));
  expect(screen.queryByText('Your changes are not saved yet.')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Your changes are not saved yet.')).toBeDefined();
  rerender(<Saving waiting={0} />);
  expect(screen.queryByText('Your changes are not saved yet.')).toBeNull();
});

test('a way to checkout that is shut keeps the focus, and says why', () => {
  const { rerender } = render(<CheckoutLink saving="saving" />, { wrapper: TestAppServicesProvider });
  const shut = screen.getByRole('button', { name: 'Saving your cart...' });
  expect([shut.getAttribute('aria-disabled'), shut.getAttribute('aria-busy')]).toEqual(['true', 'true']);
  shut.focus();
  rerender(
    <>
      <CheckoutLink saving="stuck" />
      <CartSavingStuckMessage saving="stuck" />
    </>,
  );
  const stuck = screen.getByRole('button', { name: 'Checkout' });
  expect(document.activeElement).toBe(stuck);
  expect([stuck.getAttribute('aria-disabled'), stuck.getAttribute('aria-busy')]).toEqual(['true', null]);
  const reason = document.getElementById(stuck.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toContain('Your changes are not saved yet.');
});

test('beside the way to checkout stands what a group price depends on', () => {
  renderScreenWithoutApp(<CheckoutLink saving="saved" />);
  expect(screen.getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout');
  expect(
    screen.getByText('Discounts apply only when the minimum number of buyers is reached.'),
  ).toBeDefined();
});
