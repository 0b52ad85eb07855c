import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { LazyImage } from '../../../src/ui/image/LazyImage.tsx';
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
  startFrozenFakeTimers,
} from '../../support/phone-time.ts';
import { BROKEN, refusal, SILENT } from '../broken.ts';
import { says } from '../specification.ts';

/** Tests how failures of the catalogue, the cart and the account page are shown. */
export function shopFailures(phone: SimulatedPhone): void {
  const LIST = 'GET /api/products/';
  const isLoading = () => screen.queryByLabelText('Loading products') !== null || isSpinning();
  const isSpinning = () => screen.queryByText('Loading products') !== null;

  describe('Product list', () => {
    test(says('Product list fetch: an aborted request is ignored.'), async () => {
      phone.line.fail(LIST, 'silence');
      startAdvancingFakeTimers();
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(1));
      await act(() => phone.queryClient.cancelQueries());
      expect(phone.line.sentTo(LIST)[0]?.signal?.aborted).toBe(true);
      await advanceFakeTime(5_000);
      expect(phone.line.sentTo(LIST)).toHaveLength(1);
      expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);
    });

    test(says('A network error retries after 2 s.'), async () => {
      phone.line.fail(LIST, 'no line', 1);
      startAdvancingFakeTimers();
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(1));
      await advanceFakeTimeTo((phone.line.sentTo(LIST)[0]?.atMs ?? 0) + 1_900);
      expect(phone.line.sentTo(LIST)).toHaveLength(1);
      await advanceFakeTime(200);
      await waitFor(() => expect(phone.line.sentTo(LIST)[1]?.answer?.status).toBe(200));
      await waitFor(() => expect(isLoading()).toBe(false));
    });

    test(says('Other errors show nothing and loading stays on.'), async () => {
      phone.line.fail(LIST, BROKEN);
      startAdvancingFakeTimers();
      await phone.open('/');
      await waitFor(() => expect(phone.line.sentTo(LIST)).toHaveLength(1));
      await advanceFakeTimeTo((phone.line.sentTo(LIST)[0]?.atMs ?? 0) + 9_000);
      expect(isLoading()).toBe(true);
      expect(document.body.textContent).not.toContain('The till is on fire');
      expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);
      // A failing server is asked again after 2, 4 and 8 s; the last try is still to come.
      expect(phone.line.sentTo(LIST)).toHaveLength(3);
      // Loading goes on, and now has a text beside it (docs/decisions/specification-readings.md).
      const words = 'Still loading. Check your connection.';
      expect(screen.queryByText(words)).toBeNull();
      await advanceFakeTime(1_500);
      expect(screen.getByText(words)).toBeDefined();
      expect(isLoading()).toBe(true);
      expect([listVisibleToasts(), screen.queryByRole('alert')]).toEqual([[], null]);
      phone.line.reset();
      tapControl('Try Again');
      await waitFor(() => expect(isLoading()).toBe(false));
      expect(screen.queryByText(words)).toBeNull();
    });
  });

  test(
    says(
      "Product load failure: 'An error occurred while fetching the product. Please try again.' If the response carries a message, that is shown instead.",
    ),
    async () => {
      const call = 'GET /api/products/slug/rice';
      phone.line.fail(call, SILENT);
      await phone.open('/product/rice');
      expect((await screen.findByRole('alert')).textContent).toContain(
        'An error occurred while fetching the product. Please try again.',
      );
      phone.queryClient.clear();
      phone.line.fail(call, refusal('This deal is over'));
      await phone.open('/product/rice');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain('This deal is over');
      expect(alert.textContent).not.toContain('An error occurred');
    },
  );

  test(says('Add-to-cart failure: the server message is shown for 3 s.'), async () => {
    await addTestProduct(phone.api, { slug: 'gone-rice' });
    await phone.member();
    phone.line.fail('POST /api/cart/add', refusal('Rice is sold out'));
    startAdvancingFakeTimers();
    await phone.open('/product/gone-rice');
    await screen.findByLabelText('Quantity');
    tapControl('Add to cart');
    await waitFor(() => expect(listVisibleToasts()).toEqual(['Rice is sold out']));
    expect(document.querySelector('.Toastify__toast--error')).not.toBeNull();
    expect(measureToastDurationMs('Rice is sold out')).toBe(3_000);
    // The toast stays for its 3 s, so that it can be read.
    await advanceFakeTime(2_900);
    expect(listVisibleToasts()).toEqual(['Rice is sold out']);
  });

  describe('Account page', () => {
    const openBroken = async () => {
      await phone.member();
      phone.line.fail('GET /api/group/my-groups', BROKEN);
      startAdvancingFakeTimers();
      await phone.open('/account');
      for (const ms of [1_100, 2_100, 4_100, 500]) await advanceFakeTime(ms);
    };

    test(says("Stats failure: 'Unable to load statistics. Please try again later.'"), async () => {
      await openBroken();
      expect(await screen.findByText('Unable to load statistics. Please try again later.')).toBeDefined();
    });

    test(says("Group list failure: 'Unable to load group buys. Please try again later.'"), async () => {
      await openBroken();
      expect(await screen.findByText('Unable to load group buys. Please try again later.')).toBeDefined();
    });
  });

  test(says('Image load failure: retry, then a placeholder icon.'), async () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    const nearness = globalThis.IntersectionObserver;
    vi.stubGlobal('IntersectionObserver', undefined);
    startFrozenFakeTimers();
    const { container } = render(<LazyImage src="/images/rice.webp" alt="Rice" />);
    const image = () => container.querySelector('img');
    fireEvent.error(image() as HTMLElement);
    await advanceFakeTime(1_000);
    expect(image()?.getAttribute('src')).toBe('/images/rice.webp?retry=1');
    for (let tries = 2; tries <= 501 && image(); tries += 1) {
      fireEvent.error(image() as HTMLElement);
      act(() => void vi.advanceTimersByTime(1_000));
    }
    expect(image()).toBeNull();
    await act(() => vi.dynamicImportSettled());
    expect(container.querySelector('svg')).not.toBeNull();
    expect(container.textContent).toBe('Rice');
    vi.stubGlobal('IntersectionObserver', nearness);
  });
}
