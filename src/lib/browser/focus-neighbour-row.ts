/**
 * Moves the focus before its row is removed, because the browser would lose it. It goes to the same button of the next
 * row, else of the previous row, else to the list.
 * @param pressed the last button of the row.
 */
export function focusNeighbourRow(pressed: HTMLElement): void {
  const row = pressed.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = [...(other?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1);
  const around = pressed.closest<HTMLElement>('[role="dialog"], main');
  (next ?? around)?.focus({ preventScroll: next === undefined });
}
