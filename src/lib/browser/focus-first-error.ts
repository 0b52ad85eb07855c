/** Focuses the first field of the form that has an error. @returns whether there was one. */
export function focusFirstFieldWithError<Name extends string>(
  form: HTMLFormElement | null,
  order: readonly Name[],
  errors: Partial<Record<Name, string>>,
): boolean {
  const first = order.find((name) => errors[name]);
  if (first === undefined) return false;
  form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  return true;
}

/** Focuses the first field that fails the browser's validation, in forms that show one message for all fields. */
export function focusFirstInvalidField(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus();
}
