/**
 * Moves the focus to the next row, else the previous row or the list, before the browser loses it with the removed row.
 * @param pressedButton the last button of the row.
 */
export function focusNeighbourRow(pressedButton: HTMLElement): void {
  const row = pressedButton.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = [...(other?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1);
  const around = pressedButton.closest<HTMLElement>('[role="dialog"], main');
  (next ?? around)?.focus({ preventScroll: next === undefined });
}
