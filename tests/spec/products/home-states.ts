import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import { fakeIntersectionObserver } from '../../support/nearness.ts';
import { type SimulatedPhone, tapControl } from '../../support/phone.tsx';
import {
  advanceFakeTime,
  startAtNextProductListWindow,
  startFrozenFakeTimers,
} from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const PRODUCTS = 'GET /api/products/';

/** Tests the grid of the home page, and how the drawer and the panel open and close. */
export function homeStates(phone: SimulatedPhone): void {
  const stockUp = async () => {
    const [{ count } = { count: 0 }] = await phone.api.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM products',
    );
    for (let index = count; index < 30; index += 1) {
      await addTestProduct(phone.api, { slug: `stock-${index}`, title: `Stock ${index}` });
    }
    startAtNextProductListWindow();
  };
  const shown = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/product/"]')].map(({ pathname }) =>
      pathname.slice('/product/'.length),
    );
  const ask = async (page: number) => {
    const url = `/api/products/?page=${page}&limit=24`;
    return (await phone.api.call<ProductsReply>({ method: 'GET', url })).body.data.map(({ slug }) => slug);
  };
  /** Computes what a Fisher–Yates shuffle makes of a list when every draw is 0: the first item goes last. */
  const turned = ([first = '', ...rest]: string[]) => [...rest, first];

  describe('Home products', () => {
    test(says('The fetch runs only when initial_load is false.'), async () => {
      await stockUp();
      await phone.open('/');
      await waitFor(() => expect(shown()).toHaveLength(24));
      await phone.open('/about');
      await phone.open('/');
      await waitFor(() => expect(shown()).toHaveLength(24));
      expect(phone.line.sentTo(PRODUCTS)).toHaveLength(1);
    });

    test('a return after a minute asks again, and keeps the order that was drawn', async () => {
      await stockUp();
      await phone.open('/');
      await waitFor(() => expect(shown()).toHaveLength(24));
      const drawn = shown();
      await phone.open('/about');
      vi.setSystemTime(Date.now() + 61_000);
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo(PRODUCTS).length).toBeGreaterThan(1));
      await waitFor(() => expect(shown()).toEqual(drawn));
    });

    test(
      says(
        'On a 200 response the list is replaced in shuffled random order, loading becomes false and initial_load becomes true.',
      ),
      async () => {
        await stockUp();
        vi.spyOn(Math, 'random').mockReturnValue(0);
        phone.line.fail(PRODUCTS, { status: 503, body: {} }, 1);
        await phone.open('/');
        await waitFor(() => expect(phone.line.sentTo(PRODUCTS)).toHaveLength(1));
        // The answer is not 200, so nothing is shown and loading goes on.
        expect(screen.getByLabelText('Loading products')).toBeDefined();
        await act(() => phone.queryClient.refetchQueries());
        await waitFor(() => expect(shown()).toHaveLength(24));
        expect(shown()).toEqual(turned(await ask(1)));
        expect(screen.queryByLabelText('Loading products')).toBeNull();
        vi.mocked(Math.random).mockReturnValue(0.999);
        phone.queryClient.clear();
        await phone.open('/');
        await waitFor(() => expect(shown()).toEqual(expect.arrayContaining([expect.any(String)])));
        // With this draw the shuffle leaves every product at its place.
        expect(shown()).toEqual(await ask(1));
      },
    );

    test(says('More products append as a shuffled batch.'), async () => {
      await stockUp();
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const comeNearTheEnd = fakeIntersectionObserver();
      await phone.open('/');
      await waitFor(() => expect(shown()).toHaveLength(24));
      const first = shown();
      expect(phone.line.sentTo(PRODUCTS)).toHaveLength(1);
      comeNearTheEnd();
      const second = await ask(2);
      expect(second.length).toBeGreaterThan(1);
      await waitFor(() => expect(shown()).toEqual([...first, ...turned(second)]));
    });

    test(says('The trigger is not shown.'), async () => {
      await stockUp();
      await phone.open('/');
      await waitFor(() => expect(shown()).toHaveLength(24));
      expect(screen.getByRole('main').textContent).not.toMatch(/load more|show more|next page/i);
      const grid = document.querySelector('main a[href^="/product/"]')?.closest('section');
      expect(grid?.querySelectorAll('button')).toHaveLength(0);
    });
  });

  describe('Drawer and panel', () => {
    const overlays = [
      { opens: 'Menu', name: 'Menu', closes: 'Close menu' },
      { opens: 'Notifications', name: 'Notifications', closes: 'Close' },
    ];
    const openAll = async (
      each: (layer: HTMLElement, overlay: (typeof overlays)[number]) => Promise<void>,
    ) => {
      await phone.member();
      await phone.open('/about');
      // The panel's code is loaded before the timers stop.
      await import('../../../src/features/notifications/panel/NotificationPanel.tsx');
      tapControl('Notifications');
      await screen.findByRole('dialog');
      tapControl('Close');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      startFrozenFakeTimers();
      for (const overlay of overlays) {
        tapControl(overlay.opens);
        await each(screen.getByRole('dialog', { name: overlay.name }).parentElement as HTMLElement, overlay);
      }
    };

    test(says('They open after a 10 ms delay to animate in.'), async () => {
      await openAll(async (layer, { closes }) => {
        expect(layer.dataset.state).toBe('out');
        await advanceFakeTime(9);
        expect(layer.dataset.state).toBe('out');
        await advanceFakeTime(1);
        expect(layer.dataset.state).toBe('in');
        tapControl(closes);
        await advanceFakeTime(300);
      });
    });

    test(says('Closing animates out and calls close after 300 ms.'), async () => {
      await openAll(async (layer, { closes }) => {
        await advanceFakeTime(10);
        tapControl(closes);
        expect(layer.dataset.state).toBe('out');
        await advanceFakeTime(299);
        expect(screen.queryByRole('dialog')).not.toBeNull();
        await advanceFakeTime(1);
        expect(screen.queryByRole('dialog')).toBeNull();
      });
    });
  });
}
