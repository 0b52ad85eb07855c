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

/**
 * Moves the focus before a row is removed: to the same button of the next row, else the previous row, else the list.
 * @param pressed the last button of the row.
 */
export function focusNeighbourRow(pressed: HTMLElement): void {
  const row = pressed.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = [...(other?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1);
  const around = pressed.closest<HTMLElement>('[role="dialog"], main');
  (next ?? around)?.focus({ preventScroll: next === undefined });
}
