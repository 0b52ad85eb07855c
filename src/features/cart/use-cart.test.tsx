import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sampleCart, sampleLine } from '../../../tests/support/cart-samples.ts';
import { outbox, storage } from '../../../tests/support/own-app.tsx';
import {
  ada,
  scriptApi,
  showAlone,
  signInAlone,
  startOutboxAlone,
} from '../../../tests/support/screen-alone.tsx';
import { createCommand } from '../../offline/outbox/command.ts';
import { OutboxRows } from '../../offline/outbox/queue.ts';
import { CartRoute } from '../../routes/CartRoute.tsx';
import { registerCartCommands } from './cart-commands.ts';
import { cartScope } from './cart-scope.ts';
import { lineKeyOf } from './cart-view.ts';

test('no quantity is shown before what an earlier page left waiting is known', async () => {
  const rice = sampleLine('Local Rice', 1, 25_750);
  const line = lineKeyOf(rice);
  const toThree = { type: 'cart.set', line, body: { ...line, quantity: 3 } } as const;
  signInAlone();
  await new OutboxRows(storage).add(
    createCommand(cartScope, toThree, ada.id, crypto.randomUUID(), Date.now()),
    true,
  );
  const asked = vi.fn();
  scriptApi({
    'GET /api/cart': () => {
      asked();
      return { json: sampleCart([rice]) };
    },
  });
  const { queryClient } = showAlone(<CartRoute />, { at: '/cart' });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('status', { name: 'Loading your cart' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Quantity' })).toBeNull();

  registerCartCommands(outbox, queryClient, () => undefined);
  startOutboxAlone();
  const quantity = await screen.findByRole('group', { name: 'Quantity' });
  expect(quantity.textContent).toBe('3');
});

test('checkout is shut from the tap on, before the change is on the disk and shown', async () => {
  signInAlone();
  scriptApi({ 'GET /api/cart': () => ({ json: sampleCart([sampleLine('Local Rice', 1, 25_750)]) }) });
  startOutboxAlone();
  await outbox.clear(ada.id);
  showAlone(<CartRoute />, { at: '/cart' });
  await screen.findByRole('link', { name: 'Checkout' });
  onlineManager.setOnline(false);
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  const quantity = screen.getByRole('group', { name: 'Quantity' });
  expect(quantity.textContent).toBe('1');
  await vi.waitFor(() => expect(quantity.textContent).toBe('2'));
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  await outbox.clear(ada.id);
  onlineManager.setOnline(true);
});
