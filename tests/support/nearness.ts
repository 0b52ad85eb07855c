import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

/**
 * The window's nearness to things, which a page without layout does not have. Until the test ends everything that
 * begins to be watched is far away.
 *
 * @returns tells whoever watches something that it has come near.
 */
export function watchNearness(): () => void {
  const original = globalThis.IntersectionObserver;
  const watched = new Map<Element, () => void>();
  globalThis.IntersectionObserver = class {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element): void {
      const entry = { isIntersecting: true, target } as unknown as IntersectionObserverEntry;
      watched.set(target, () => this.#tell([entry], this as unknown as IntersectionObserver));
    }
    unobserve(target: Element): void {
      watched.delete(target);
    }
    disconnect(): void {
      watched.clear();
    }
  } as unknown as typeof IntersectionObserver;
  onTestFinished(() => {
    globalThis.IntersectionObserver = original;
  });
  return () => act(() => [...watched.values()].forEach((tell) => void tell()));
}
