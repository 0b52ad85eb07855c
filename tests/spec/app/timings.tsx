import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import {
  readStoredCart,
  syncStoredCartWithQueryCache,
  writeStoredCart,
} from '../../../src/features/cart/data/stored-cart.ts';
import { showPurchasePopUp } from '../../../src/features/social-proof/popup-queue.ts';
import { LazyImage } from '../../../src/ui/image/LazyImage.tsx';
import { showToast } from '../../../src/ui/message/toast.ts';
import { addTestProduct } from '../../support/api-catalogue.ts';
import {
  listVisibleToasts,
  measureToastDurationMs,
  type SimulatedPhone,
  tapControl,
} from '../../support/phone.tsx';
import {
  advanceFakeTime,
  advanceFakeTimeTo,
  startAdvancingFakeTimers,
  startAtNextProductListWindow,
  startFrozenFakeTimers,
} from '../../support/phone-time.ts';
import { says } from '../specification.ts';

const MINUTE_MS = 60_000;

/** Tests how long messages, caches and pauses last. */
export function timings(phone: SimulatedPhone): void {
  const margins: (string | undefined)[] = [];
  // All pictures of a page share one observer, which the first picture creates.
  const comeNear = new Map<Element, () => void>();
  beforeAll(() => {
    const Original = globalThis.IntersectionObserver;
    class Recorded extends Original {
      readonly #tell: IntersectionObserverCallback;
      constructor(...given: ConstructorParameters<typeof Original>) {
        super(...given);
        this.#tell = given[0];
        margins.push(given[1]?.rootMargin);
      }
      override observe(target: Element): void {
        const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
        comeNear.set(target, () => this.#tell([entry], this));
      }
    }
    vi.stubGlobal('IntersectionObserver', Recorded);
  });

  test(
    says(
      'Cart storage: stored cart valid 30 minutes, preserved-cart window 5 minutes, stored cart reused within 2 minutes when comparing.',
    ),
    async () => {
      const cart = { cartId: 'c', items: [{ quantity: 2 }], totalPrice: 5 } as unknown as Cart;
      writeStoredCart('ada', cart, 0);
      expect(readStoredCart('ada', 30 * MINUTE_MS - 1)?.cart).toEqual(cart);
      expect(readStoredCart('ada', 30 * MINUTE_MS)).toBeNull();
      for (const [ageMs, isAskedAgain] of [
        [2 * MINUTE_MS - 5_000, false],
        [2 * MINUTE_MS + 5_000, true],
      ] as const) {
        const queryClient = new QueryClient();
        writeStoredCart('ada', cart, Date.now() - ageMs);
        syncStoredCartWithQueryCache(queryClient, 'ada')();
        const state = queryClient.getQueryState(['u', 'ada', 'cart']);
        expect([state?.data, state?.isInvalidated]).toEqual([cart, isAskedAgain]);
      }

      const productId = await addTestProduct(phone.api);
      const { token } = await phone.member();
      await phone.api.call({ method: 'POST', url: '/api/cart/add', token, body: { productId, quantity: 1 } });
      startAdvancingFakeTimers();
      await phone.open('/cart?cancelled=true');
      const banner = 'Your cart has been preserved from your previous session';
      expect(await screen.findByText(banner)).toBeDefined();
      const endsMs = Number(sessionStorage.getItem('paymentReturnTime')) + 5 * MINUTE_MS;
      await advanceFakeTimeTo(endsMs - 1_000);
      expect(screen.queryByText(banner)).not.toBeNull();
      await advanceFakeTime(2_000);
      expect(screen.queryByText(banner)).toBeNull();
    },
  );

  describe('Toasts', () => {
    test(says('Toasts default to 4000 ms and success toasts last 2000 ms, with a limit of 20.'), async () => {
      await phone.open('/about');
      for (const kind of ['success', 'error', 'warning', 'info'] as const) {
        act(() => showToast({ kind, message: `The ${kind} one` }));
      }
      await waitFor(() => expect(listVisibleToasts()).toHaveLength(4));
      expect(measureToastDurationMs('The success one')).toBe(2_000);
      for (const kind of ['error', 'warning', 'info'])
        expect(measureToastDurationMs(`The ${kind} one`)).toBe(4_000);
      act(() => {
        for (let more = 0; more < 20; more += 1) showToast({ kind: 'info', message: `More ${more}` });
      });
      await waitFor(() => expect(listVisibleToasts()).toHaveLength(20));
    });

    test(says('Error messages last 3 s.'), async () => {
      const units = [{ name: 'bag', quantity: 50, baseNaira: 64_000 }];
      await addTestProduct(phone.api, { slug: 'unit-error', units });
      await phone.member();
      await phone.open('/product/unit-error');
      await screen.findByLabelText('Selling unit');
      startFrozenFakeTimers();
      tapControl('Add to cart');
      expect(screen.getByText('Please select a selling unit')).toBeDefined();
      await advanceFakeTime(2_999);
      expect(screen.queryByText('Please select a selling unit')).not.toBeNull();
      await advanceFakeTime(1);
      expect(screen.queryByText('Please select a selling unit')).toBeNull();
    });
  });

  const badge = [
    says("The badge caps at '99+'."),
    says("The badge shows the unread count, shows '99+' above 99 and is hidden at 0."),
  ];
  test(badge.join(' '), async () => {
    for (const [count, shown] of [
      [0, null],
      [1, '1'],
      [99, '99'],
      [100, '99+'],
    ] as const) {
      const { id } = await phone.member();
      const body = { success: true, data: { unreadCount: count } };
      phone.line.fail('GET /api/notifications/unread-count', { status: 200, body });
      await phone.open('/about');
      await waitFor(() => expect(phone.queryClient.getQueryData(['u', id, 'unread-count'])).toBe(count));
      const label = count === 0 ? 'Notifications' : `Notifications, ${count} unread`;
      const bell = await screen.findByRole('button', { name: label });
      await waitFor(() => expect(bell.textContent || null).toBe(shown));
    }
  });

  test(says('The image retry is max 500 at 1000 ms, with a lazy-load threshold of 1500 px.'), async () => {
    render(<LazyImage src="/first.webp" alt="" />).unmount();
    expect(margins).toContain('1500px');
    // A far picture loads lazily, as the browser decides; a near one loads at once.
    const far = render(<LazyImage src="/far.webp" alt="" />);
    const picture = far.container.querySelector('img') as Element;
    const loading = () => picture.getAttribute('loading');
    expect(loading()).toBe('lazy');
    act(() => comeNear.get(picture)?.());
    expect(loading()).toBeNull();
    far.unmount();
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    const original = globalThis.IntersectionObserver;
    vi.stubGlobal('IntersectionObserver', undefined);
    startFrozenFakeTimers();
    const { container } = render(<LazyImage src="/a.webp" alt="" />);
    const image = () => container.querySelector('img');
    fireEvent.error(image() as Element);
    await advanceFakeTime(999);
    expect(image()?.getAttribute('src')).toBe('/a.webp');
    await advanceFakeTime(1);
    expect(image()?.getAttribute('src')).toBe('/a.webp?retry=1');
    let failures = 1;
    for (; image() && failures < 600; failures += 1) {
      fireEvent.error(image() as Element);
      act(() => void vi.advanceTimersByTime(1_000));
    }
    // The first try and 500 retries.
    expect(failures).toBe(501);
    vi.stubGlobal('IntersectionObserver', original);
  });

  test(says('Drawer and panel closing takes 300 ms.'), async () => {
    await phone.member();
    await phone.open('/about');
    for (const [button, close] of [
      ['Menu', 'Close menu'],
      [/^Notifications/, 'Close'],
    ] as const) {
      tapControl(button);
      await screen.findByRole('dialog');
      startFrozenFakeTimers();
      tapControl(close);
      await advanceFakeTime(299);
      expect(screen.queryByRole('dialog')).not.toBeNull();
      await advanceFakeTime(1);
      expect(screen.queryByRole('dialog')).toBeNull();
      vi.useRealTimers();
    }
  });

  test(says('Copied feedback lasts 2 s.'), async () => {
    const { referralCode } = await phone.member();
    await phone.open('/referral');
    await screen.findByText(referralCode);
    const clipboard = { writeText: async () => undefined };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    startFrozenFakeTimers();
    tapControl('Copy Link');
    await advanceFakeTime(0);
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeDefined();
    await advanceFakeTime(1_999);
    expect(screen.queryByRole('button', { name: 'Copied!' })).not.toBeNull();
    await advanceFakeTime(1);
    expect(screen.queryByRole('button', { name: 'Copied!' })).toBeNull();
  });

  test(says('The search debounce is 300 ms.'), async () => {
    await phone.api.db.query('UPDATE products SET active = false');
    await addTestProduct(phone.api, { title: 'Brown Beans' });
    await addTestProduct(phone.api, { title: 'Yam Flour' });
    startAtNextProductListWindow();
    await phone.open('/');
    await screen.findByText('Yam Flour');
    startFrozenFakeTimers();
    const search = screen.getByPlaceholderText('Search products...');
    fireEvent.change(search, { target: { value: 'bro' } });
    await advanceFakeTime(250);
    fireEvent.change(search, { target: { value: 'brown' } });
    await advanceFakeTime(299);
    expect(screen.queryByText('Yam Flour')).not.toBeNull();
    await advanceFakeTime(1);
    expect(screen.queryByText('Yam Flour')).toBeNull();
  });

  test(says('The description metadata is cut at 160 characters.'), async () => {
    const id = await addTestProduct(phone.api, { slug: 'described' });
    const text = 'abcdefghij'.repeat(20);
    await phone.api.db.query('UPDATE products SET description = $2 WHERE id = $1', [id, text]);
    await phone.open('/product/described');
    const description = () => document.head.querySelector('meta[name=description]')?.getAttribute('content');
    await waitFor(() => expect(description()).toBe('abcdefghij'.repeat(16)));
    expect(description()).toHaveLength(160);
  });

  test(says('Pop-ups last 7 s, at most 3, with a 0.5 s exit.'), async () => {
    await phone.member();
    await phone.open('/about');
    // The component that draws the pop-ups also opens the live connection.
    await waitFor(() => expect(phone.sockets).toHaveLength(1));
    const timestamp = new Date().toISOString();
    startFrozenFakeTimers();
    const names = () => [
      ...document.querySelectorAll('[aria-label="Recent purchases"] strong:first-of-type'),
    ];
    act(() => {
      for (const userName of ['Ada O.', 'Bola I.', 'Chi E.', 'Dayo A.']) {
        showPurchasePopUp({ userName, productName: 'Rice', timestamp });
      }
    });
    expect(names().map((name) => name.textContent)).toEqual(['Dayo A.', 'Chi E.', 'Bola I.']);
    const isHiding = () => names().map((name) => name.closest('li')?.dataset.hiding !== undefined);
    await advanceFakeTime(6_999);
    expect(isHiding()).toEqual([false, false, false]);
    await advanceFakeTime(1);
    expect(isHiding()).toEqual([true, true, true]);
    await advanceFakeTime(499);
    expect(names()).toHaveLength(3);
    await advanceFakeTime(1);
    expect(names()).toHaveLength(0);
  });

  test(
    says(
      'Socket: transports websocket then polling, unlimited reconnection attempts, delay 1 s to 5 s, randomization 0.5, connect timeout 20 s.',
    ),
    async () => {
      await phone.member();
      await phone.open('/about');
      await waitFor(() => expect(phone.sockets).toHaveLength(1));
      const manager = phone.sockets[0]?.io;
      expect(manager?.opts.transports).toEqual(['websocket', 'polling']);
      expect(manager?.reconnection()).toBe(true);
      expect(manager?.reconnectionAttempts()).toBe(Number.POSITIVE_INFINITY);
      expect([manager?.reconnectionDelay(), manager?.reconnectionDelayMax()]).toEqual([1_000, 5_000]);
      expect(manager?.randomizationFactor()).toBe(0.5);
      expect(manager?.timeout()).toBe(20_000);
    },
  );
}
