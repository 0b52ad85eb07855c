import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LazyImage } from '../../../src/ui/image/LazyImage.tsx';
import { startFrozenFakeTimers } from '../../support/phone-time.ts';
import { says } from '../specification.ts';

/** Tests a picture that does not load. */
export function imageStates(): void {
  describe('Lazy image', () => {
    let known: typeof IntersectionObserver;
    beforeEach(() => {
      startFrozenFakeTimers();
      // happy-dom loads no picture, calls every picture complete, and never reports one as near.
      vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
      const observer = vi.fn(function (this: object, handle: (entries: object[]) => void) {
        Object.assign(this, {
          observe: (target: Element) => handle([{ target, isIntersecting: true }]),
          unobserve: () => undefined,
        });
      });
      known = globalThis.IntersectionObserver;
      globalThis.IntersectionObserver = observer as never;
    });
    afterEach(() => {
      globalThis.IntersectionObserver = known;
    });
    const draw = (src: string) => render(<LazyImage src={src} alt="Rice" />);
    const image = (container: HTMLElement) => container.querySelector('img');
    const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const failOnce = (container: HTMLElement) => {
      fireEvent.error(image(container) as HTMLImageElement);
      wait(1_000);
    };

    test(
      says(
        'On a load error it retries up to 500 times, 1 s apart, adding a retry-counter query to the address.',
      ),
      () => {
        const { container } = draw('/rice.webp');
        const address = () => image(container)?.getAttribute('src');
        expect(address()).toBe('/rice.webp');
        fireEvent.error(image(container) as HTMLImageElement);
        wait(999);
        expect(address()).toBe('/rice.webp');
        wait(1);
        expect(address()).toBe('/rice.webp?retry=1');
        for (let tries = 2; tries <= 500; tries += 1) {
          failOnce(container);
          expect(address()).toBe(`/rice.webp?retry=${tries}`);
        }
        failOnce(container);
        expect(address()).toBeUndefined();
      },
    );

    test(says('After that it shows a broken-image placeholder.'), async () => {
      const { container } = draw('/oil.webp');
      for (let tries = 0; tries < 500; tries += 1) failOnce(container);
      expect(container.querySelector('svg')).toBeNull();
      failOnce(container);
      expect(image(container)).toBeNull();
      await act(() => vi.dynamicImportSettled());
      expect(container.querySelector('svg')).not.toBeNull();
      expect(container.textContent).toBe('Rice');
    });

    test(says('A changed image resets the retries.'), () => {
      const { container, rerender } = draw('/eggs.webp');
      for (let tries = 0; tries < 3; tries += 1) failOnce(container);
      expect(image(container)?.getAttribute('src')).toBe('/eggs.webp?retry=3');
      rerender(<LazyImage src="/yam.webp" alt="Rice" />);
      expect(image(container)?.getAttribute('src')).toBe('/yam.webp');
      for (let tries = 0; tries < 500; tries += 1) failOnce(container);
      expect(image(container)?.getAttribute('src')).toBe('/yam.webp?retry=500');
    });
  });
}
