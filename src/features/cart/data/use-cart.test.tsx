import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createSampleCart, createSampleCartItem } from '../../../../tests/support/cart-samples.ts';
import { outbox, storage } from '../../../../tests/support/own-app.tsx';
import {
  installScriptedApi,
  renderScreenWithoutApp,
  sampleUser,
  signInWithoutApp,
  startOutboxWithoutApp,
} from '../../../../tests/support/screen-alone.tsx';
import { createOutboxCommand } from '../../../offline/outbox/command.ts';
import { OutboxRepository } from '../../../offline/outbox/outbox-repository.ts';
import CartRoute from '../../../routes/member/CartRoute.tsx';
import { cartCommandRules } from './cart-command-rules.ts';
import { registerCartCommands } from './cart-commands.ts';
import { getCartLineKey } from './cart-view.ts';

test('no quantity is shown before what an earlier page left waiting is known', async () => {
  const rice = createSampleCartItem('Local Rice', 1, 25_750);
  const line = getCartLineKey(rice);
  const toThree = { type: 'cart.set', line, body: { ...line, quantity: 3 } } as const;
  signInWithoutApp();
  await new OutboxRepository(storage).add(
    createOutboxCommand(cartCommandRules, toThree, sampleUser.id, crypto.randomUUID(), Date.now()),
    true,
  );
  const asked = vi.fn();
  installScriptedApi({
    'GET /api/cart': () => {
      asked();
      return { json: createSampleCart([rice]) };
    },
  });
  const { queryClient } = renderScreenWithoutApp(<CartRoute />, { at: '/cart' });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('status', { name: 'Loading your cart' })).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Quantity' })).toBeNull();

  registerCartCommands(outbox, queryClient, () => undefined);
  startOutboxWithoutApp();
  const quantity = await screen.findByRole('group', { name: 'Quantity' });
  expect(quantity.textContent).toBe('3');
});

test('checkout is shut from the tap on, before the change is on the disk and shown', async () => {
  signInWithoutApp();
  installScriptedApi({
    'GET /api/cart': () => ({ json: createSampleCart([createSampleCartItem('Local Rice', 1, 25_750)]) }),
  });
  startOutboxWithoutApp();
  await outbox.clear(sampleUser.id);
  renderScreenWithoutApp(<CartRoute />, { at: '/cart' });
  await screen.findByRole('link', { name: 'Checkout' });
  onlineManager.setOnline(false);
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  const quantity = screen.getByRole('group', { name: 'Quantity' });
  expect(quantity.textContent).toBe('1');
  await vi.waitFor(() => expect(quantity.textContent).toBe('2'));
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull();
  await outbox.clear(sampleUser.id);
  onlineManager.setOnline(true);
});
