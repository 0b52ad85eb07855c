import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

/**
 * Replaces IntersectionObserver, because a page without layout has no positions. Until the test ends every observed
 * element counts as far away.
 *
 * @returns a function that reports all observed elements as near.
 */
export function fakeIntersectionObserver(): () => void {
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
