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
