/** Puts the focus to the page's content, so that keys and readers go on there: after a change of page or step. */
export function focusContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** The `ref` of what a button inside it takes away: the focus it held goes to the page's content, not to nothing. */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusContent();
  };
}

/**
 * Before a row of a list goes: the focus moves from its button to the same one of the next row, or the one
 * before; without a row left to what holds the list.
 *
 * @param pressed the last button of the row.
 */
export function focusAfterRemoval(pressed: HTMLElement): void {
  const row = pressed.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = [...(other?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1);
  const around = pressed.closest<HTMLElement>('[role="dialog"], main');
  (next ?? around)?.focus({ preventScroll: next === undefined });
}
