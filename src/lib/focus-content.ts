/** Focuses the page's content for keyboards and screen readers, after a navigation or step. */
export function focusMainContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Returns a `ref` for an element that its own button removes: the focus then moves to the page's content. */
export function focusMainContentOnRemoval(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusMainContent();
  };
}
