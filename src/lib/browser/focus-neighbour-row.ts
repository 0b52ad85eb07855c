/**
 * Moves the focus to the next row, else the previous row, else the dialog or page, because the row will be removed.
 * @param pressedButton a button of the row that will be removed.
 */
export function focusNeighbourRow(pressedButton: HTMLElement): void {
  const row = pressedButton.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = [...(other?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1);
  const around = pressedButton.closest<HTMLElement>('[role="dialog"], main');
  (next ?? around)?.focus({ preventScroll: next === undefined });
}
