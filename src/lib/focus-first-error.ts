/** Moves the focus to the first wrong field of a form. @returns whether there was one. */
export function focusFirstError<Name extends string>(
  form: HTMLFormElement | null,
  order: readonly Name[],
  errors: Partial<Record<Name, string>>,
): boolean {
  const first = order.find((name) => errors[name]);
  if (first === undefined) return false;
  form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  return true;
}

/** For forms that say in one sentence what is wrong: to the first field that is empty or not of its kind. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus();
}
