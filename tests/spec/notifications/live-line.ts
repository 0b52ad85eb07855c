import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import type { Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../../support/api-checkout.ts';
import { type SignedUpApiShopper, signUpShopper } from '../../support/api-shopper.ts';
import { adjustTestWallet } from '../../support/give-money.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import { says } from '../specification.ts';

/** Tests the real socket between the app and the shop. */
export function liveLine(phone: SimulatedPhone): void {
  const openLive = async (path = '/about') => {
    const shopper = await phone.member();
    phone.goLive();
    await phone.open(path);
    await waitFor(() => expect(phone.sockets.at(-1)?.connected).toBe(true));
    return { shopper, socket: phone.sockets.at(-1) as Socket };
  };
  const buy = async (shopper: SignedUpApiShopper, product: Parameters<typeof addTestProduct>[1]) => {
    await adjustTestWallet(phone.api, shopper.id, 10_000);
    await payFromWalletThroughApi(phone.api, shopper, await addTestProduct(phone.api, product), 1);
    await phone.tell();
  };
  const toastOf = async (message: string) =>
    (await screen.findByText(message)).closest<HTMLElement>('.Toastify__toast');

  describe('Real-time socket', () => {
    test(says('Real-time socket at the API host root, sent with the user id.'), async () => {
      const { shopper, socket } = await openLive();
      expect((socket.io as unknown as { uri: string }).uri).toBe(location.origin);
      expect(socket.io.opts.path).toBe('/socket.io');
      expect((socket as unknown as { nsp: string }).nsp).toBe('/');
      const sent: object[] = [];
      if (typeof socket.auth === 'function') socket.auth((data) => sent.push(data));
      expect(sent).toEqual([{ token: shopper.token, userId: shopper.id }]);
    });

    test(says('The client emits user_online with the user id.'), async () => {
      const { shopper } = await openLive();
      expect(phone.said[0]).toEqual(['user_online', shopper.id]);
    });

    test(
      says(
        'notification:new (a notification object, added to the list and shown as a toast with its type and message).',
      ),
      async () => {
        const { shopper } = await openLive();
        tapControl(/^Notifications/);
        const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }));
        await panel.findByText("You're all caught up!");
        await buy(shopper, { title: 'Honey Beans', minUnits: 50 });
        const message = 'Payment successful! ₦1,000 paid via Wallet';
        expect(await panel.findByText(message)).toBeDefined();
        expect(panel.getByRole('heading', { level: 3, name: 'Payment Successful' })).toBeDefined();
        const toasted = () =>
          [...document.querySelectorAll('.Toastify__toast')].find((each) =>
            each.textContent?.includes(message),
          );
        await waitFor(() => expect(toasted()?.className).toContain('Toastify__toast--success'));
      },
    );

    test(says('group_successful (message shown as a success toast).'), async () => {
      const { shopper } = await openLive();
      // Only the event is sent: after a purchase a notification would show the same text.
      const message = 'Group buy secured for Palm Oil! Your order is being processed.';
      phone.live.groupSuccessful([shopper.id], { groupId: randomUUID(), productId: randomUUID(), message });
      const toast = await toastOf(message);
      expect(toast?.className).toContain('Toastify__toast--success');
    });

    test(says('purchase:social_proof (forwarded as a pop-up event).'), async () => {
      await openLive('/about');
      await buy(await signUpShopper(phone.api, { name: 'Bola Ige' }), { title: 'Yam Flour', minUnits: 50 });
      const stack = await screen.findByRole('list', { name: 'Recent purchases' });
      await waitFor(() => expect(stack.textContent).toContain('Bola I. just joined groupbuy for Yam Flour'));
      expect(stack.textContent).toContain('Just now');
    });
  });
}
