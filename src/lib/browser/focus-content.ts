/** Focuses the page's content after a navigation or step, so that keyboards and screen readers start there. */
export function focusMainContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Returns a `ref` for an element that its own button removes: the focus then moves to the page's content. */
export function focusMainContentOnRemoval(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusMainContent();
  };
}
